/** "3 points", "1 point": facts are named for several. */
export const nounOf = (name: string, value: number): string => (value === 1 ? name.replace(/s$/, "") : name);
