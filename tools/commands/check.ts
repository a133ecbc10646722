import { sourceChecks } from '../checks/sourceChecks.ts';

/** `npm run check`: counts what breaks a rule about the source as a whole, names each place, and fails unless every count is 0. */
let total = 0;
for (const { name, find } of sourceChecks) {
  const findings = find();
  total += findings.length;
  console.log(`${String(findings.length).padStart(5)}  ${name}`);
  for (const finding of findings) console.log(`         ${finding}`);
}
process.exitCode = total === 0 ? 0 : 1;
