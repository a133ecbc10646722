// Only these exports of react-router-dom reach the browser.
export {
  createBrowserRouter,
  RouterProvider,
  redirect,
  Router,
  Routes,
  Route,
  Outlet,
  Navigate,
  Link,
  NavLink,
  useNavigate,
  useLocation,
  useNavigation,
  useNavigationType,
  useParams,
  useSearchParams,
  useBlocker,
  matchPath,
} from 'react-router-dom';
export type { RouteObject, Location, Navigator, To, NavigateOptions } from 'react-router-dom';
