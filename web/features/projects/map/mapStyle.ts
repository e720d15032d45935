import { useState } from 'react'
import type { PageMap } from '../../../graphql/page.ts'

/** The two that can be chosen (MAP-03); the light one is labelled Map, since its ground is dark in the dark scheme. */
export type MapStyle = 'light' | 'satellite'

const KEY = 'helioroom-map-style'

const kept = (): MapStyle => {
  try {
    return localStorage.getItem(KEY) === 'satellite' ? 'satellite' : 'light'
  } catch {
    return 'light'
  }
}

/** The style that is chosen, which the browser remembers (MAP-03). */
export function useMapStyle() {
  const [style, setStyle] = useState(kept)
  const choose = (next: MapStyle) => {
    setStyle(next)
    try {
      localStorage.setItem(KEY, next)
    } catch {
      // Without storage it holds for this page.
    }
  }
  return { style, choose }
}

/** The address of the chosen style at the maps service; null for the bundled one (MAP-16). */
export const styleAddress = (service: PageMap | null, style: MapStyle): string | null =>
  (style === 'satellite' ? service?.satelliteStyle : null) ?? service?.lightStyle ?? null

/** An address with the token, where it is one of the service's (MAP-15). */
export function withToken(service: PageMap | null, url: string): string {
  if (!service?.token || !URL.canParse(url)) return url
  const address = new URL(url)
  if (!service.origins.includes(address.origin)) return url
  if (!address.searchParams.has('access_token')) address.searchParams.set('access_token', service.token)
  return address.href
}
