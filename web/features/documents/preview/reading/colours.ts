/** What a colour is nearest to; whites, greys and blacks are none. */
type Hue = 'red' | 'green' | 'blue' | 'yellow'

const HEX = /^[\da-f]{6}$/i
/** Difference of the strongest and the weakest part from which a colour is seen as one. */
const COLOURED = 48

/** Red, green and blue of "1F4E79", from 0 to 255; null for what is no such colour. */
function partsOf(colour: string): readonly [number, number, number] | null {
  if (!HEX.test(colour)) return null
  const part = (at: number) => Number.parseInt(colour.slice(at, at + 2), 16)
  return [part(0), part(2), part(4)]
}

export function hueOf(colour: string): Hue | null {
  const parts = partsOf(colour)
  if (!parts) return null
  const [red, green, blue] = parts
  if (Math.max(...parts) - Math.min(...parts) < COLOURED) return null
  if (red > 160 && green > 140 && blue < 140) return 'yellow'
  if (red >= green && red >= blue) return 'red'
  return green >= blue ? 'green' : 'blue'
}

/** Whether black reads better on a colour than white. */
export function isBright(colour: string): boolean {
  const [red, green, blue] = partsOf(colour) ?? [255, 255, 255]
  return red * 0.299 + green * 0.587 + blue * 0.114 > 140
}

/** A colour made lighter (up to 1) or darker (down to -1), as Office writes shades of its themes. */
export function shade(colour: string, tint: number): string {
  const parts = partsOf(colour)
  if (!parts || tint === 0) return colour
  return parts
    .map((part) => (tint > 0 ? part + (255 - part) * tint : part * (1 + tint)))
    .map((part) =>
      Math.round(Math.min(255, Math.max(0, part)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')
    .toUpperCase()
}
