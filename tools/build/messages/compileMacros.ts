import { transformSync, types } from '@babel/core';
import macroPlugin from '@lingui/babel-plugin-lingui-macro';
import { makeConfig } from '@lingui/conf';
import { compileDefaults, type FoundMessage } from './compileDefaults.ts';
import { macroModules, messageRuntime } from './macros.ts';

const [corePackage = '', jsxPackage = ''] = macroModules;
const { module } = messageRuntime;

const linguiConfig = makeConfig(
  {
    locales: ['en'],
    sourceLocale: 'en',
    catalogs: [],
    macro: { corePackage: [corePackage], jsxPackage: [jsxPackage] },
    runtimeConfigModule: { i18n: [module, 'i18n'], Trans: [module, 'Trans'] },
  },
  { skipValidation: true },
);

/** A source without macros, and the messages it had. TypeScript and JSX stay as they are. */
export type CompiledSource = { code: string; map: object | undefined; messages: FoundMessage[] };

/** Compiles the macros of a source. */
export function compileMacros(source: string, file: string): CompiledSource {
  const messages: FoundMessage[] = [];
  const result = transformSync(source, {
    filename: file,
    babelrc: false,
    configFile: false,
    sourceMaps: true,
    parserOpts: { plugins: file.endsWith('.tsx') ? ['typescript', 'jsx'] : ['typescript'] },
    plugins: [
      [macroPlugin, { linguiConfig, descriptorFields: 'message' }],
      compileDefaults(source, types, (found) => messages.push(found)),
    ],
  });
  if (typeof result?.code !== 'string') throw new Error(`${file} could not be compiled.`);
  return { code: result.code, map: result.map ?? undefined, messages };
}
