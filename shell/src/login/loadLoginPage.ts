export const loadLoginPage = () => import('./LoginPage.tsx');
