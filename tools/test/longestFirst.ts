import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longer than their size tells: they start servers one after another, or try everything as everybody. */
const longest =
  /\/(?:partSignedIn|schemas|upgrade|payments|forgeries|forms|move|startLocalBackend|examine|backup|superAdmin|production|mailOutage|recovery|crash)\.test\.ts$/;
/** Tests that start servers wait for much of their time, so they run beside those that only compute. */
const projects = ['database', 'deno', 'unit', 'apps', 'rules'];

/** Starts the longest files first, so that no core idles while the last one ends. Vitest itself goes by the projects' names and the files' sizes. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification) => (longest.test(moduleId) ? -1 : projects.indexOf(project.name));
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}
