export { buildChanged, type Built, type BuildOptions } from './buildChanged.ts';
export { apps, parseApp, distDir, root, type App } from './workspace.ts';
export { measure, assertWithinBudget, describeMeasured, budget, type Measured } from './budget.ts';
export { readAppSources, type AppSources, type BuildMode } from './version.ts';
