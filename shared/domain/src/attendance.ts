/** How many days of registers have each mark; a missing one is none. */
export type DayCounts = {
  present?: number | undefined;
  late?: number | undefined;
  excused?: number | undefined;
  absent?: number | undefined;
};

export const daysMarked = ({ present = 0, late = 0, excused = 0, absent = 0 }: DayCounts): number => present + late + excused + absent;

/** The percentage of marked days present or late, to one decimal; null before the first register, for nothing has no share. */
export function attendancePercent(counts: DayCounts): number | null {
  const days = daysMarked(counts);
  return days === 0 ? null : Math.round((((counts.present ?? 0) + (counts.late ?? 0)) * 1000) / days) / 10;
}
