import { localized, type Localized } from '@masomo/domain/translations';
import { unwrap, type Db } from '@masomo/data';
import { currentLanguage } from '@masomo/i18n';
import { translationColumn } from './translationColumn.ts';

export const moduleCategories = ['core', 'academic', 'admin', 'communication'] as const;
export type ModuleCategory = (typeof moduleCategories)[number];

/** What a module contains; not ready while it is in preparation. */
export type ModulePoint = Localized<{ id: string; text: string; isReady: boolean }>;
/** A default module: part of every licence of the listed versions. */
export type Module = Localized<{
  key: string;
  name: string;
  category: ModuleCategory;
  versions: ('saas' | 'standalone')[];
  points: ModulePoint[];
}>;

export const moduleKeys = { all: () => ['modules'] as const, inUse: (keys: readonly string[]) => ['modules', 'in use', ...keys] as const };

/** The default modules in order, each with its points. */
export async function listModules(db: Db, language = currentLanguage()): Promise<Module[]> {
  const translation = translationColumn(language);
  const [modules, points] = await Promise.all([
    db.from('modules').select(`key, name, category, versions, ${translation}`).order('position'),
    db.from('module_points').select(`id, module, text, is_ready, ${translation}`).order('position'),
  ]);
  const allPoints = unwrap(points);
  return unwrap(modules).map(({ translation: texts, category, ...module }) => ({
    ...localized(module, texts, ['name'], language),
    category: moduleCategories.find((known) => known === category) ?? 'core',
    points: allPoints
      .filter((point) => point.module === module.key)
      .map(({ translation: text, id, is_ready: isReady, text: english }) =>
        localized({ id, text: english, isReady }, text, ['text'], language),
      ),
  }));
}

/** Which of the modules have at least one point that is ready: those that somebody can use. */
export async function listModulesInUse(db: Db, keys: readonly string[]): Promise<string[]> {
  const points = unwrap(await db.from('module_points').select('module').in('module', keys).eq('is_ready', true));
  return [...new Set(points.map(({ module }) => module))].sort();
}

/** Says on the public pages that a point is ready, or in preparation again. */
export async function setPointReady(db: Db, { id, isReady }: { id: string; isReady: boolean }): Promise<void> {
  unwrap(await db.from('module_points').update({ is_ready: isReady }).eq('id', id).select('id').single());
}
