import { useEffect, useState } from 'react'
import { styled } from '../../../ui/theme/styled.tsx'
import type { Place } from '../map/geometry.ts'

const Box = styled('div')(({ theme }) => ({
  position: 'absolute',
  zIndex: 2,
  left: 16,
  bottom: 16,
  width: 176,
  height: 108,
  overflow: 'hidden',
  borderRadius: 6,
  border: `1px solid ${theme.vars.palette.line}`,
  backgroundColor: theme.vars.palette.raised,
  '& path': {
    fill: theme.vars.palette.neutral.tint,
    stroke: theme.vars.palette.lineStrong,
    strokeWidth: 0.4,
  },
  '& circle': { fill: theme.vars.palette.sun.main },
  '& circle[data-halo]': { opacity: 0.3 },
  [theme.breakpoints.down('md')]: { display: 'none' },
}))

/** Least time between two updates in ms (MAP-09). */
const PAUSE_MS = 1000
/** The contiguous United States in degrees: west, north, width, height. */
const VIEW = { west: -126, north: 51, width: 61, height: 28 }
/** Their outline, coarse enough for a picture of this size. */
const OUTLINE =
  'M-124.7 48.4L-123 49L-95.2 49L-94.6 48.7L-89.6 48L-84.8 46.8L-82.4 45.3L-82.5 43L-83.1 42.1L-79 42.9L-76.5 44L-74.9 45L-71.5 45L-69.2 47.4L-67.8 47L-67 44.8L-70.2 43.6L-70.8 42.8L-70 41.7L-73.7 40.8L-74 39.7L-75.5 38.5L-76 36.9L-75.6 35.3L-77.9 33.9L-79.9 32.7L-81.4 30.7L-80.1 26.9L-80.4 25.2L-81.8 26.1L-82.8 27.8L-84 30L-86.3 30.4L-89.4 30.2L-89.2 29.1L-91.5 29.4L-93.8 29.7L-97 28.1L-97.2 25.9L-99.2 26.5L-101.4 29.8L-103.2 29L-104.6 29.6L-106.5 31.8L-108.2 31.8L-108.2 31.3L-111.1 31.3L-114.8 32.5L-117.1 32.5L-118.5 34L-120.6 34.6L-121.9 36.6L-123.8 39.2L-124.4 40.3L-124.1 43.7L-123.9 46.2Z'

/** Where on the continent the map looks; drawn, not said: the list has the places. */
export function MiniMap({ middle, active }: { middle: Place | undefined; active: Place | null }) {
  const place = useLater(active ?? middle)
  return (
    <Box aria-hidden="true" data-mini-map="">
      <svg
        role="presentation"
        width="100%"
        height="100%"
        viewBox={`${VIEW.west} ${-VIEW.north} ${VIEW.width} ${VIEW.height}`}
      >
        <path transform="scale(1 -1)" d={OUTLINE} />
        {place && (
          <>
            <circle data-halo="" cx={place.longitude} cy={-place.latitude} r={2.6} />
            <circle cx={place.longitude} cy={-place.latitude} r={1.1} />
          </>
        )}
      </svg>
    </Box>
  )
}

/** The newest place, taken over once in a second at most. */
function useLater(place: Place | undefined): Place | undefined {
  const [shown, setShown] = useState({ place, at: Number.NEGATIVE_INFINITY })
  useEffect(() => {
    if (place?.latitude === shown.place?.latitude && place?.longitude === shown.place?.longitude) return
    const wait = Math.max(0, shown.at + PAUSE_MS - performance.now())
    const timer = setTimeout(() => setShown({ place, at: performance.now() }), wait)
    return () => clearTimeout(timer)
  }, [place, shown])
  return shown.place
}
