// Only for server builds: the router of one request.
export { StaticRouter, createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom';
