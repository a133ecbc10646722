import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { allowedSchema, auditSchema, judgeAudit } from '../audit/judgeAudit.ts';
import { root } from '../root.ts';

/**
 * `npm run audit`: the known weaknesses of the packages in the lockfile, without those that `tools/audit/allowed.json` explains.
 * Exits with status 1 for an open weakness, and with 2 where the registry gives no audit, so that CI tells the two apart.
 */
const maxBytes = 64 * 1024 * 1024;
const timeoutMs = 120_000;
const noAudit = 2;

/** `npm audit` exits with a status for what it found, so only its output counts. */
function runAudit(): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile('npm', ['audit', '--json'], { cwd: root, maxBuffer: maxBytes, timeout: timeoutMs }, (error, output) => {
      if (output.trim()) resolve(output);
      else reject(error ?? new Error('npm audit printed nothing.'));
    });
  });
}

const audit = await runAudit()
  .then((text) => auditSchema.parse(JSON.parse(text)))
  .catch(() => undefined);
if (audit) {
  const allowed = allowedSchema.parse(JSON.parse(await readFile(path.join(root, 'tools/audit/allowed.json'), 'utf8')));
  const open = judgeAudit(audit, allowed, new Date().toISOString().slice(0, 10));
  for (const line of open) console.log(line);
  console.log(open.length === 0 ? `Nothing open; ${allowed.length} advisories are allowed with a reason.` : `${open.length} open.`);
  if (open.length > 0) process.exitCode = 1;
} else {
  console.error('Nothing was audited: the registry returned no audit. This command needs one that does, and a connection to it.');
  process.exitCode = noAudit;
}
