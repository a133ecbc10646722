export { buildChanged, type Built, type BuildOptions } from './buildChanged.ts';
export { apps, parseApp, distDir, root, type App } from './workspace.ts';
export {
  measureSizes as measure,
  assertWithinBudget,
  describeSize as describeMeasured,
  budget,
  type SizeMeasurement as Measured,
} from './budget.ts';
export { readAppSources, type AppSources, type BuildMode } from './version.ts';
