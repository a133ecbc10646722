import { leaveForSchool } from '@masomo/auth';
import { getDb } from '@masomo/data';
import { switchSchool } from '@masomo/data/accounts/identity';
import { askToLeave } from '@masomo/navigation';

/** Takes the person to another of their schools, in every tab of this browser. Who stays for what they have typed stays where they are. */
export async function chooseSchool(schoolId: string): Promise<void> {
  if (!(await askToLeave())) return;
  await switchSchool(await getDb(), schoolId);
  leaveForSchool(schoolId);
}
