/** Id of the one route for all screens of all remotes. */
export const screenRouteId = 'screen';
