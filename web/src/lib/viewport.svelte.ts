/** Pan and zoom of the board: a window (x, y, width) on the canvas whose shape follows the element. */
const CLOSEST = 6;

export class Viewport {
  x = $state(0);
  y = $state(0);
  /** Board units across the element's width and height. */
  width = $state(1);
  height = $state(1);
  /** Size of the element in pixels. */
  private across = $state(1);
  private down = $state(1);
  zoom = $state(1);

  constructor(
    private readonly boardWidth: number,
    private readonly boardHeight: number,
  ) {}

  /** Pixels per board unit. */
  get scale(): number {
    return this.across / this.width;
  }

  resize(across: number, down: number) {
    if (across < 1 || down < 1) return;
    const centre = [this.x + this.width / 2, this.y + this.height / 2] as const;
    const fresh = this.across === 1;
    this.across = across;
    this.down = down;
    this.measure();
    if (fresh || this.zoom === 1) this.centreOn(this.boardWidth / 2, this.boardHeight / 2);
    else this.centreOn(centre[0], centre[1]);
  }

  fit() {
    this.zoom = 1;
    this.measure();
    this.centreOn(this.boardWidth / 2, this.boardHeight / 2);
  }

  /** Zoom so that the board point under a pixel stays where it is. */
  zoomAt(px: number, py: number, factor: number) {
    const zoom = Math.min(CLOSEST, Math.max(1, this.zoom * factor));
    const [bx, by] = this.toBoard(px, py);
    this.zoom = zoom;
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

  private measure() {
    const scale = Math.min(this.across / this.boardWidth, this.down / this.boardHeight) * this.zoom;
    this.width = this.across / scale;
    this.height = this.down / scale;
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
  }
}

function confined(at: number, span: number, board: number): number {
  if (span >= board) return (board - span) / 2;
  return Math.min(Math.max(at, 0), board - span);
}
