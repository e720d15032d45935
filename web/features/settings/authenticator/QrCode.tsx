import { useMemo } from 'react'
import { encode } from 'uqr'
import { styled } from '../../../ui/theme/styled.tsx'

/** Black on white in either scheme: cameras read nothing else reliably. */
const Picture = styled('svg')({
  display: 'block',
  width: 196,
  height: 196,
  margin: '10px 0',
  borderRadius: 6,
  backgroundColor: '#FFFFFF',
})

/** Modules of white around the code, which cameras look for. */
const BORDER = 4

/** A QR code, drawn in the page: what it says goes to nobody else. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const { data, size } = encode(text, { border: BORDER, ecc: 'M' })
    const dark = data.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : [])))
    return { size, path: dark.join('') }
  }, [text])
  return (
    <Picture viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={path} fill="#000000" />
    </Picture>
  )
}
