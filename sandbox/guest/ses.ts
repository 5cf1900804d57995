/**
 * Keeps SES in a module of its own. SES creates errors while it locks, and for each the platform reads the whole module
 * under evaluation. That module is the guest's, which is short without SES.
 */
import "ses/lockdown-shim.js";
