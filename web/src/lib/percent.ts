/** A chance in words: "100 %" and "0 %" only where they are true. */
export function percent(share: number): string {
  const value = share * 100;
  if (value > 99.5 && value < 100) return "over 99 %";
  if (value < 0.5 && value > 0) return "under 1 %";
  return `${Math.round(value)} %`;
}
