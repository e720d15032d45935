/**
 * Where to go after sign-in: the wanted path, if it is one on this origin, else / (AUTH-02). It starts with
 * one slash; `//host` and `/\host` lead elsewhere, and so does what a browser makes of `/<tab>/host`.
 */
import { HOME } from '../../addresses.ts'
export function nextPath(search: string, origin: string): string {
  const wanted = new URLSearchParams(search).get('next') ?? ''
  if (!/^\/(?![/\\])/.test(wanted)) return HOME
  const address = URL.canParse(wanted, origin) ? new URL(wanted, origin) : null
  return address?.origin === origin ? address.pathname + address.search + address.hash : HOME
}
