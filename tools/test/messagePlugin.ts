import { compileMacros } from '../build/messages/compileMacros.ts';
import { hasMacros } from '../build/messages/macros.ts';

/** Compiles macros in tests as the build does. */
export function messagePlugin() {
  return {
    name: 'messages',
    enforce: 'pre' as const,
    transform(source: string, id: string) {
      const file = id.replace(/\?.*$/, '');
      if (!/\.tsx?$/.test(file) || file.includes('/node_modules/') || file.endsWith('.test.ts') || !hasMacros(source)) return undefined;
      const { code, map } = compileMacros(source, file);
      return { code, map: map === undefined ? null : JSON.stringify(map) };
    },
  };
}
