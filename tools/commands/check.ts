import { sourceChecks } from '../checks/sourceChecks.ts';

/** `npm run check` lists every violation of the rules about the source as a whole and fails if there is any. */
let total = 0;
for (const { name, find } of sourceChecks) {
  const findings = find();
  total += findings.length;
  console.log(`${String(findings.length).padStart(5)}  ${name}`);
  for (const finding of findings) console.log(`         ${finding}`);
}
process.exitCode = total === 0 ? 0 : 1;
