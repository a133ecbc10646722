import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { rspack, type Configuration, type Stats } from '@rspack/core';
import type { ShellServer } from '@masomo/contracts/frame';
import { addressLanguages } from '@masomo/contracts/languages';
import { installationFile } from '@masomo/contracts/installation';
import { startFile } from '@masomo/contracts/release';
import type { FrameText, RemoteManifest } from '@masomo/contracts/remoteManifest';
import { billFile, billOfMaterials } from './billOfMaterials.ts';
import { translationsOf } from './messages/compileCatalogue.ts';
import { writeFigures } from './figures.ts';
import { remoteBrowserConfig, remoteEntry } from './remoteConfig.ts';
import { readManifest } from './readManifest.ts';
import {
  readFacadeFiles,
  readLaterFiles,
  readInitialFiles,
  readOffers,
  readOpeningFiles,
  readScreenFacades,
  readScreenFiles,
  readStaffFiles,
} from './readStats.ts';
import { serverConfig, serverFile } from './serverConfig.ts';
import { shellBrowserConfig, workerConfig } from './shellConfig.ts';
import type { AppSources, BuildMode } from './version.ts';
import { folderOf, type App } from './workspace.ts';
import { writeRelease, type ReleaseMetadata } from './writeRelease.ts';

function compile(config: Configuration): Promise<Stats> {
  return new Promise((resolve, reject) => {
    const compiler = rspack(config);
    compiler.run((error, stats) => {
      compiler.close((closeError) => {
        if (error ?? closeError) reject(error ?? closeError);
        else if (!stats || stats.hasErrors())
          reject(new Error(`${config.name ?? ''} failed to build.\n${stats?.toString({ preset: 'errors-only', colors: false }) ?? ''}`));
        else resolve(stats);
      });
    });
  });
}

/**
 * Writes into the release what the server build holds and the gateway serves without a render: the start script of prerendered
 * documents and what the installed site needs. Returns the scripts written.
 */
async function writeServedFiles(outDir: string): Promise<string[]> {
  const { documentHead, installation } = createRequire(import.meta.url)(path.resolve(outDir, serverFile)) as ShellServer;
  if (installation) await writeFile(path.join(outDir, installationFile), JSON.stringify(installation));
  if (documentHead?.start === undefined) return [];
  await writeFile(path.join(outDir, startFile), documentHead.start);
  return [startFile];
}

/** A manifest with the texts of the frame in every language: it shows them before any script of the app is loaded. */
function withLabels(app: App, { titles, area, ...manifest }: RemoteManifest): RemoteManifest {
  const translated = <T extends FrameText>(text: T): T => ({
    ...text,
    labels: translationsOf(text.label, folderOf(app), addressLanguages),
  });
  return {
    ...manifest,
    menu: manifest.menu.map(translated),
    ...(titles ? { titles: titles.map(translated) } : {}),
    ...(area ? { area: { name: translated(area.name), brand: translated(area.brand), site: translated(area.site) } } : {}),
  };
}

/** Builds one app into `outDir` as a release: scripts, server build, compressed copies and `release.json`. */
export async function compileApp(sources: AppSources, outDir: string, mode: BuildMode): Promise<void> {
  const isHost = sources.app === 'shell';
  const browser = isHost ? shellBrowserConfig(sources, outDir, mode) : remoteBrowserConfig(sources, outDir, mode);
  const manifest = isHost ? undefined : withLabels(sources.app, await readManifest(sources.app));
  if (manifest?.prerender && !sources.serverEntry)
    throw new Error(`The manifest of ${sources.app} sets prerender, but it has no server.ts.`);
  const stats = await compile(browser);
  if (sources.serverEntry) await compile(serverConfig(sources, sources.serverEntry, outDir, mode));
  if (sources.workerEntry) await compile(workerConfig(sources, sources.workerEntry, outDir, mode));
  await mkdir(path.join(outDir, path.dirname(billFile)), { recursive: true });
  await writeFile(path.join(outDir, billFile), `${JSON.stringify(billOfMaterials(sources), null, 2)}\n`);
  const startFiles = isHost && sources.serverEntry ? await writeServedFiles(outDir) : [];
  const initial = readInitialFiles(stats, isHost);
  const metadata: ReleaseMetadata = {
    app: sources.app,
    version: sources.version,
    entry: isHost ? (initial[0] ?? '') : remoteEntry,
    initial,
    ...(sources.serverEntry ? { server: serverFile } : {}),
    ...(isHost
      ? {
          offers: readOffers(stats),
          screens: readStaffFiles(stats, initial),
          opening: readOpeningFiles(stats, initial),
          facadeFiles: readFacadeFiles(stats, initial),
        }
      : {
          needs: sources.needs,
          manifest,
          screens: readScreenFiles(stats, sources.screens, initial),
          screenFacades: readScreenFacades(stats, sources.screens),
        }),
  };
  await writeRelease(outDir, metadata, mode);
  const staff = isHost ? Object.values(readStaffFiles(stats, initial)).flat() : [];
  const later = isHost ? readLaterFiles(stats, initial) : [];
  await writeFigures(outDir, { initial: [...startFiles, ...initial], staff, later }, stats);
}
