import type { KnipConfig } from 'knip';

/** Entry points that no import names: build files, remotes' exposed modules, edge functions, commands and benchmarks. */
const remote = { entry: ['rspack.config.ts', 'src/{remote,manifest,server}.{ts,tsx}'] };

const config: KnipConfig = {
  ignoreExportsUsedInFile: true,
  workspaces: {
    '.': { entry: ['supabase/functions/*/index.ts'], project: ['*.ts', 'supabase/{functions,tests}/**/*.ts'] },
    shell: { entry: ['rspack.config.ts', 'src/{index.ts,server.tsx,serviceWorker.ts}', 'src/**/*.inline.ts'] },
    'mfe-*': remote,
    'shared/*': { includeEntryExports: true },
    'shared/design-system': { includeEntryExports: true, entry: ['gallery/{build.ts,index.tsx}'] },
    'deploy/*': { includeEntryExports: true },
    tools: { entry: ['run.mjs', 'commands/*.ts', 'bench/*.ts'] },
    e2e: { entry: ['playwright.config.ts', 'globalSetup.ts', 'startProduct.ts', 'journeys/*.spec.ts'] },
  },
};

export default config;
