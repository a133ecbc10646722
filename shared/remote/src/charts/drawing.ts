// A file of its own, so that it is loaded when a chart is on the page, and that a release knows which name it needs of the shell.
export { ChartDrawing } from '@masomo/design-system/charts';
