/** Id of the route that stands for every screen of every remote. */
export const screenRouteId = 'screen';
