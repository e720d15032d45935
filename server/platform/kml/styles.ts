import type { LayerStyle } from './answer.ts'

/** A style as a file says it: texts of its elements, by the element and the part. */
export interface Drawn {
  line?: { color?: string; width?: string }
  poly?: { color?: string; fill?: string; outline?: string }
  icon?: { color?: string }
}

const COLOR = /^#?([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i
const MAX_WIDTH = 50

/** KML writes colours as opacity, blue, green, red. */
function colorOf(text: string | undefined): { hex: string; opacity: number } | null {
  const parts = COLOR.exec(text?.trim() ?? '')
  if (!parts) return null
  const [, opacity = '', blue = '', green = '', red = ''] = parts
  return {
    hex: `#${red}${green}${blue}`.toLowerCase(),
    opacity: Math.round((Number.parseInt(opacity, 16) / 255) * 100) / 100,
  }
}

const isOff = (text: string | undefined): boolean => ['0', 'false'].includes(text?.trim().toLowerCase() ?? '')

/** What of a style is drawn; a point's colour is that of its icon. */
export function styleOf({ line, poly, icon }: Drawn, isPoint: boolean): LayerStyle {
  const stroke = colorOf(line?.color)
  const fill = colorOf(isPoint ? icon?.color : poly?.color)
  const width = Number(line?.width?.trim() || Number.NaN)
  return {
    stroke: stroke?.hex ?? null,
    strokeOpacity: isOff(poly?.outline) ? 0 : (stroke?.opacity ?? null),
    strokeWidth: width >= 0 && width <= MAX_WIDTH ? width : null,
    fill: fill?.hex ?? null,
    fillOpacity: isOff(poly?.fill) ? 0 : (fill?.opacity ?? null),
  }
}

/** One style over another one: what the first leaves out is the other's. */
export const over = (own: Drawn, shared: Drawn): Drawn => ({
  line: { ...shared.line, ...own.line },
  poly: { ...shared.poly, ...own.poly },
  icon: { ...shared.icon, ...own.icon },
})
