/** On which day something was. The server notes the use of a device once a day. */
export function dayOf(then: string, now = new Date()): string {
  const midnight = (day: Date) => new Date(day.getFullYear(), day.getMonth(), day.getDate()).getTime();
  // Days of 23 and 25 hours are days too.
  const days = Math.round((midnight(now) - midnight(new Date(then))) / 86_400_000);
  return days <= 0 ? "today" : days === 1 ? "yesterday" : `${days} days ago`;
}
