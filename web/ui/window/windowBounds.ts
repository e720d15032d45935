/** Sizes and places in px of the browser window. */
export interface Size {
  width: number
  height: number
}

export interface Rect extends Size {
  x: number
  y: number
}

export interface WindowSizes {
  initial: Size
  min: Size
  max?: Size
}

/** Height of the title bar; all that is left of a minimised window. */
export const TITLE_BAR = 54
/** A minimised window (UPL-32). */
const MINIMISED: Size = { width: 386, height: TITLE_BAR }
/** Distance from the edges of the browser window where a window opens. */
const EDGE = 24

const SMALLEST: Size = { width: 386, height: 150 }

/**
 * `compact` is for windows that stand beside the work, as uploads do (UPL-31); `wide` for all others, which
 * start at 1200 by 480 (FMT-16).
 */
export const windowSizes = {
  compact: { initial: { width: 500, height: 310 }, min: SMALLEST, max: { width: 720, height: 560 } },
  wide: { initial: { width: 1200, height: 480 }, min: SMALLEST },
} as const satisfies Record<string, WindowSizes>

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, most))
}

/** A size between its limits, and never larger than the browser window. */
export function fitSize(size: Size, sizes: WindowSizes, browser: Size): Size {
  const most = sizes.max ?? browser
  return {
    width: Math.min(clamp(size.width, sizes.min.width, most.width), browser.width),
    height: Math.min(clamp(size.height, sizes.min.height, most.height), browser.height),
  }
}

/** A place moved as little as it takes for the whole window to be inside the browser window (UPL-32). */
export function keepInside(rect: Rect, browser: Size): Rect {
  return {
    ...rect,
    x: clamp(rect.x, 0, Math.max(0, browser.width - rect.width)),
    y: clamp(rect.y, 0, Math.max(0, browser.height - rect.height)),
  }
}

/** Size and place within all limits. */
export function fitRect(rect: Rect, sizes: WindowSizes, browser: Size): Rect {
  return keepInside({ ...rect, ...fitSize(rect, sizes, browser) }, browser)
}

function atLowerRight(size: Size, browser: Size): Rect {
  return keepInside(
    { ...size, x: browser.width - size.width - EDGE, y: browser.height - size.height - EDGE },
    browser,
  )
}

/** Where a window opens: its initial size, 24 px from the lower right. */
export function openingRect(sizes: WindowSizes, browser: Size): Rect {
  return atLowerRight(fitSize(sizes.initial, sizes, browser), browser)
}

/** A minimised window keeps the lower right corner it had (UPL-32). */
export function minimisedRect(from: Rect, browser: Size): Rect {
  const width = Math.min(MINIMISED.width, browser.width)
  return keepInside(
    {
      width,
      height: MINIMISED.height,
      x: from.x + from.width - width,
      y: from.y + from.height - MINIMISED.height,
    },
    browser,
  )
}

/** A maximised window: as large as it may be, 24 px from the edges of the browser window. */
export function maximisedRect(sizes: WindowSizes, browser: Size): Rect {
  const room = { width: browser.width - 2 * EDGE, height: browser.height - 2 * EDGE }
  return atLowerRight(fitSize(room, sizes, browser), browser)
}

const STEP = 24

/** Moving by arrow keys, or resizing from the upper left with Shift held; undefined for other keys. */
export function rectAfterKey(
  rect: Rect,
  key: string,
  resize: boolean,
  sizes: WindowSizes,
  browser: Size,
): Rect | undefined {
  const dx = key === 'ArrowLeft' ? -STEP : key === 'ArrowRight' ? STEP : 0
  const dy = key === 'ArrowUp' ? -STEP : key === 'ArrowDown' ? STEP : 0
  if (dx === 0 && dy === 0) return undefined
  if (!resize) return keepInside({ ...rect, x: rect.x + dx, y: rect.y + dy }, browser)
  const size = fitSize({ width: rect.width - dx, height: rect.height - dy }, sizes, browser)
  return keepInside(
    { ...size, x: rect.x + rect.width - size.width, y: rect.y + rect.height - size.height },
    browser,
  )
}
