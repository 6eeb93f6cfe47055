/** What this browser remembers. Private windows may refuse storage: then nothing is remembered, and nothing breaks. */
export function recall(key: string): string | null {
  try {
    return localStorage.getItem(`marchland:${key}`);
  } catch {
    return null;
  }
}

export function forget(key: string): void {
  try {
    localStorage.removeItem(`marchland:${key}`);
  } catch {
    // There was nothing.
  }
}

export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(`marchland:${key}`, value);
  } catch {
    // Not remembered.
  }
}
