/** The part of a picture that becomes the avatar: a square around a point, smaller the nearer one looks. */
export interface Crop {
  /** The middle, in pixels of the picture. */
  readonly x: number
  readonly y: number
  /** 1 takes as much as fits, 4 a quarter of that. */
  readonly zoom: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

export const MAX_ZOOM = 4

/** Side of the square in pixels of the picture. */
export const sideOf = ({ width, height }: Size, zoom: number): number => Math.min(width, height) / zoom

const within = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most)

/** As much of the middle as fits. */
export const wholeCrop = ({ width, height }: Size): Crop => ({ x: width / 2, y: height / 2, zoom: 1 })

/** The crop within the picture and the limits of the zoom. */
export function keptWithin(size: Size, { x, y, zoom }: Crop): Crop {
  const kept = within(zoom, 1, MAX_ZOOM)
  const half = sideOf(size, kept) / 2
  return {
    x: within(x, half, size.width - half),
    y: within(y, half, size.height - half),
    zoom: kept,
  }
}

/** Moved by a part of the square's side; to the right and down where positive. */
export function movedBy(size: Size, crop: Crop, right: number, down: number): Crop {
  const side = sideOf(size, crop.zoom)
  return keptWithin(size, { ...crop, x: crop.x + right * side, y: crop.y + down * side })
}
