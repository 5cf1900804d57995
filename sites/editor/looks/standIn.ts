/** A grey placeholder for pictures of examples, which no site has. */
export const STAND_IN =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 10" preserveAspectRatio="xMidYMid slice">' +
  '<path fill="#c9cfd8" d="M0 0h16v10H0z"/><circle cx="11.5" cy="3" r="1.1" fill="#eef0f3"/>' +
  '<path fill="#9aa5b4" d="m0 10 5-5.5 3.4 3.6L10.6 6 16 10z"/></svg>';
