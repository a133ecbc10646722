// Builds the gallery as a page without a server: `node shared/design-system/gallery/build.ts <folder>`, then open its index.html.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { rspack, type Configuration, type Stats } from '@rspack/core';
import { colorModeScript } from '../src/document/colorModeScript.ts';

const folder = import.meta.dirname;
const out = path.resolve(process.argv[2] ?? path.join(tmpdir(), 'masomo-gallery'));

const base: Configuration = {
  context: folder,
  mode: 'production',
  target: ['web', 'es2022'],
  devtool: false,
  performance: false,
  resolve: { extensions: ['.tsx', '.ts', '.mjs', '.js'] },
  module: {
    rules: [
      {
        test: /\.tsx?$/,
        type: 'javascript/auto',
        use: [
          {
            loader: 'builtin:swc-loader',
            options: {
              jsc: { parser: { syntax: 'typescript', tsx: true }, target: 'es2022', transform: { react: { runtime: 'automatic' } } },
            },
          },
          { loader: path.join(folder, '../../../tools/build/messages/macroLoader.ts') },
        ],
      },
      { test: /\.(svg|png|woff2)$/, type: 'asset/resource' },
    ],
  },
};

function run(config: Configuration): Promise<Stats> {
  return new Promise((resolve, reject) => {
    rspack(config, (error, stats) => {
      if (error || !stats) reject(error ?? new Error('The build gave no result.'));
      else if (stats.hasErrors()) reject(new Error(stats.toString({ all: false, errors: true })));
      else resolve(stats);
    });
  });
}

const entries = ['index', 'forms', 'overlays', 'tables', 'admin'];
/** React and the router have doors of their own; what is left is this room's weight. */
const outside: Configuration['externals'] = ({ request = '' }, callback) => {
  if (/^(react|react-dom)(\/|$)/.test(request) || request === '@masomo/navigation') callback(undefined, `var window.outside`);
  else callback();
};

async function weigh(): Promise<void> {
  for (const name of entries) {
    const file = `weigh-${name}.js`;
    const source = `data:text/javascript,import*as core from ${JSON.stringify(path.join(folder, '../src/index.ts'))};import*as more from ${JSON.stringify(path.join(folder, `../src/${name}.ts`))};window.all=[core,more]`;
    await run({ ...base, entry: source, externals: outside, output: { path: out, filename: file, publicPath: '/' } });
    const code = readFileSync(path.join(out, file));
    console.warn(
      `${name === 'index' ? 'core' : `core + ${name}`}: ${(code.length / 1024).toFixed(0)} KB, ${(brotliCompressSync(code).length / 1024).toFixed(1)} KB br`,
    );
  }
}

mkdirSync(out, { recursive: true });
await run({ ...base, entry: path.join(folder, 'index.tsx'), output: { path: out, filename: 'gallery.js', publicPath: '/' } });
writeFileSync(
  path.join(out, 'index.html'),
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Gallery</title><script>${colorModeScript}</script></head><body><div id="root"></div><script src="/gallery.js"></script></body></html>`,
);
console.warn(`Gallery: ${path.join(out, 'index.html')} (serve the folder, e.g. npx --yes serve)`);
if (process.argv.includes('--weigh')) await weigh();
