export { buildChanged, changedApps, type Built } from './buildChanged.ts';
export { apps, folderOf, parseApp, type App } from './workspace.ts';
export { assertWithinBudget, describeSize, measureSizes } from './budget.ts';
export { readAppSources } from './version.ts';
