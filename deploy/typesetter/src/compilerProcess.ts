import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { readFonts } from './fonts.ts';
import type { CompilerMessage, PaperJob } from './paper.ts';

// Makes papers one after the other. All of its files are read before it says that it is ready, since it can open none after that.
const workspace = '/papers';
/** Results of layout that so many papers have not used again are forgotten. */
const cachedPapers = 3;

const templates = path.join(import.meta.dirname, 'templates');
const compiler = NodeCompiler.create({ workspace, fontArgs: [{ fontBlobs: readFonts() }] });
for (const file of readdirSync(templates)) compiler.mapShadow(`${workspace}/${file}`, readFileSync(path.join(templates, file)));

const send = (message: CompilerMessage) => process.send?.(message);

function compile({ template, format, data, pictures }: PaperJob): Uint8Array {
  const files = new Map([
    ['/data.json', Buffer.from(data)],
    ...Object.entries(pictures).map(([name, bytes]) => [name, Buffer.from(bytes)] as const),
  ]);
  for (const [name, content] of files) compiler.mapShadow(`${workspace}${name}`, content);
  try {
    const compiled = compiler.compile({ mainFilePath: `${workspace}/${template}.typ` });
    const paper = compiled.result;
    if (!paper) throw new Error(JSON.stringify(compiled.takeError()?.shortDiagnostics ?? 'no reason').slice(0, 1_000));
    return format === 'pdf' ? compiler.pdf(paper) : Buffer.from(compiler.plainSvg(paper));
  } finally {
    for (const name of files.keys()) compiler.unmapShadow(`${workspace}${name}`);
    compiler.evictCache(cachedPapers);
  }
}

process.on('message', (job: PaperJob) => {
  try {
    send({ type: 'done', id: job.id, content: compile(job), megabytes: process.resourceUsage().maxRSS / 1024 });
  } catch (error) {
    send({ type: 'failed', id: job.id, reason: error instanceof Error ? error.message : String(error) });
  }
});
process.on('disconnect', () => process.exit());
send({ type: 'ready' });
