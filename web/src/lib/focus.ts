/** Takes the focus over from what was pressed a moment ago and is gone, or rests while the server thinks. */
export function inheritFocus(element: HTMLElement) {
  if (document.activeElement === document.body) element.focus();
}
