import type { ProjectSource } from '../../data/project/projectTexts.ts';

/** Makes the project of an app in this browser and downloads it. */
export async function saveProject(source: ProjectSource): Promise<void> {
  const [{ buildProject }, { saveZip }] = await Promise.all([
    import('../../data/project/buildProject.ts'),
    import('@masomo/documents/saveFile'),
  ]);
  saveZip(`${source.fields.packageName}-${source.number}.zip`, await buildProject(source));
}
