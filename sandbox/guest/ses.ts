/**
 * A module of its own in an isolate. Errors are made while it locks, and the platform then reads the module again whose
 * evaluation led there.
 */
import "ses/lockdown-shim.js";
