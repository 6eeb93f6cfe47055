/** Pan and zoom of the board: a window on the canvas whose shape follows the element. */
const CLOSEST = 6;
const MARGIN = 36;

export type Box = [left: number, top: number, width: number, height: number];

export class Viewport {
  x = $state(0);
  y = $state(0);
  /** Board units across the element's width and height. */
  width = $state(1);
  height = $state(1);
  /** 1 shows the whole board. */
  zoom = $state(1);
  /** Size of the element in pixels. */
  private across = 1;
  private down = 1;
  /** What is shown at first, and again by `fit`: the part of the board that is in play. */
  private home: Box;
  private atHome = true;

  constructor(
    private readonly boardWidth: number,
    private readonly boardHeight: number,
  ) {
    this.home = [0, 0, boardWidth, boardHeight];
  }

  /** Pixels per board unit. */
  get scale(): number {
    return this.base() * this.zoom;
  }

  resize(across: number, down: number, home: Box | null) {
    if (across < 1 || down < 1) return;
    const centre = [this.x + this.width / 2, this.y + this.height / 2] as const;
    this.across = across;
    this.down = down;
    if (home) this.home = [home[0] - MARGIN, home[1] - MARGIN, home[2] + 2 * MARGIN, home[3] + 2 * MARGIN];
    if (this.atHome) return this.fit();
    this.measure();
    this.centreOn(centre[0], centre[1]);
  }

  fit() {
    const [left, top, width, height] = this.home;
    this.zoom = Math.max(1, Math.min(this.across / width, this.down / height) / this.base());
    this.measure();
    this.centreOn(left + width / 2, top + height / 2);
    this.atHome = true;
  }

  /** Zoom so that the board point under a pixel stays where it is. */
  zoomAt(px: number, py: number, factor: number) {
    const [bx, by] = this.toBoard(px, py);
    this.zoom = Math.min(CLOSEST, Math.max(1, this.zoom * factor));
    this.measure();
    this.x = bx - (px / this.across) * this.width;
    this.y = by - (py / this.down) * this.height;
    this.confine();
  }

  zoomBy(factor: number) {
    this.zoomAt(this.across / 2, this.down / 2, factor);
  }

  panBy(dx: number, dy: number) {
    this.x -= dx / this.scale;
    this.y -= dy / this.scale;
    this.confine();
  }

  /** Make sure that a point can be seen, moving as little as possible. */
  reveal(bx: number, by: number, margin: number) {
    const m = Math.min(margin, this.width / 3, this.height / 3);
    this.x = Math.min(Math.max(this.x, bx + m - this.width), bx - m);
    this.y = Math.min(Math.max(this.y, by + m - this.height), by - m);
    this.confine();
  }

  toBoard(px: number, py: number): [number, number] {
    return [this.x + (px / this.across) * this.width, this.y + (py / this.down) * this.height];
  }

  toPixels(bx: number, by: number): [number, number] {
    return [(bx - this.x) * this.scale, (by - this.y) * this.scale];
  }

  /** Pixels per board unit when the whole board is shown. */
  private base(): number {
    return Math.min(this.across / this.boardWidth, this.down / this.boardHeight);
  }

  private measure() {
    this.width = this.across / this.scale;
    this.height = this.down / this.scale;
  }

  private centreOn(bx: number, by: number) {
    this.x = bx - this.width / 2;
    this.y = by - this.height / 2;
    this.confine();
  }

  /** Never lose the board: where it is smaller than the window it is centred. */
  private confine() {
    this.x = confined(this.x, this.width, this.boardWidth);
    this.y = confined(this.y, this.height, this.boardHeight);
    this.atHome = false;
  }
}

function confined(at: number, span: number, board: number): number {
  if (span >= board) return (board - span) / 2;
  return Math.min(Math.max(at, 0), board - span);
}
