import { readdirSync, readFileSync } from 'node:fs';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { createTypesetter } from '@masomo/typesetter/createTypesetter';
import { readFonts } from '@masomo/typesetter/fonts';
import type { Paper } from '@masomo/typesetter/paper';
import { reportCards } from '@masomo/typesetter/schoolPapers';
import { classOf } from '@masomo/typesetter/testPapers';
import { ratioAtMost, type Finding } from './measure/benchmark.ts';
import { quantile } from './measure/interleave.ts';

export const description =
  'Papers: CPU of sixty report cards vs. the compiler alone, their size, and memory over a thousand papers (Linux)';

const rounds = 5;
const papers = 1_000;
const names = ['Wanjikũ Ngũgĩ', 'محمد عبد الله', 'አበበ በቂላ', '王小明'];
const median = (values: readonly number[]) => quantile(values, 0.5);

/** Sixty cards that no round before has made, so that nothing of them is remembered. */
const classIn = (round: number) =>
  reportCards(classOf(Array.from({ length: 60 }, (_, index) => `${names[index % names.length]} ${index} ${round}`)), 'en');

/** CPU that a process has used, in seconds: Linux counts hundredths. */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

const megabytes = (pid: number) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

/** The compiler with the same fonts and templates in this process. */
function compilerAlone(): (paper: Paper) => Uint8Array {
  const compiler = NodeCompiler.create({ workspace: '/papers', fontArgs: [{ fontBlobs: readFonts() }] });
  const templates = new URL('templates/', import.meta.resolve('@masomo/typesetter/paper'));
  for (const file of readdirSync(templates)) compiler.mapShadow(`/papers/${file}`, readFileSync(new URL(file, templates)));
  return ({ template, data }) => {
    compiler.mapShadow('/papers/data.json', Buffer.from(JSON.stringify(data)));
    const { result } = compiler.compile({ mainFilePath: `/papers/${template}.typ` });
    if (!result) throw new Error('The compiler made nothing.');
    const pdf = compiler.pdf(result);
    compiler.evictCache(3);
    return pdf;
  };
}

export async function run(log: (line: string) => void): Promise<Finding[]> {
  // One process for all papers, however many and however large: what is asked is whether it grows.
  const typesetter = createTypesetter({ papersPerProcess: 10 * papers, megabytes: Infinity });
  const pid = () => typesetter.pid() ?? 0;
  const alone = compilerAlone();
  await typesetter.compose(reportCards(classOf(['The first']), 'en'));
  const seconds = { ours: [] as number[], alone: [] as number[] };
  let size = 0;
  for (let round = 0; round < rounds; round += 1) {
    const before = [cpuSeconds(pid()), cpuSeconds(process.pid)] as const;
    size = (await typesetter.compose(classIn(round))).byteLength;
    const between = cpuSeconds(process.pid);
    // What this process does to send a paper and to receive it counts as well.
    seconds.ours.push(cpuSeconds(pid()) - before[0] + between - before[1]);
    alone(classIn(round));
    seconds.alone.push(cpuSeconds(process.pid) - between);
  }
  log(`sixty cards: ${median(seconds.ours).toFixed(2)} s of CPU, the compiler alone ${median(seconds.alone).toFixed(2)} s`);
  const memory: number[] = [];
  for (let paper = 1; paper <= papers; paper += 1) {
    await typesetter.compose(reportCards(classOf([`Student ${paper}`]), 'en'));
    if (paper % 100 === 0) memory.push(megabytes(pid()));
  }
  log(`memory after each hundred papers: ${memory.map((each) => each.toFixed(0)).join(', ')} MB`);
  await typesetter.stop();
  return [
    ratioAtMost('CPU of sixty report cards, against the compiler alone', median(seconds.ours) / median(seconds.alone), 1.5),
    ratioAtMost('Size of sixty report cards, against five megabytes', size / (5 * 1024 * 1024), 1, `${(size / 1024 / 1024).toFixed(1)} MB`),
    ratioAtMost('Memory after a thousand papers, against that after a hundred', (memory.at(-1) ?? 0) / (memory[0] ?? 1), 1.2),
  ];
}
