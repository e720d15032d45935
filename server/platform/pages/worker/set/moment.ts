/** A moment in UTC, since nobody knows in which zone it will be read: "11/23/2026" and "14:32". */
export function utcText(at: Date): { date: string; time: string } {
  const [day = '', time = ''] = at.toISOString().split('T')
  const [year, month, dayOfMonth] = day.split('-')
  return { date: `${month}/${dayOfMonth}/${year}`, time: time.slice(0, 5) }
}
