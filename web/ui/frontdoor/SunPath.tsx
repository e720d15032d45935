import { drawing } from '../theme/tokens.ts'
import { dayArc, hourLine, onDisc, type Point, pathThrough, SOLSTICE, sunPosition } from './sunPath.ts'

const LATITUDE = 35
const WIDTH = 860
const HEIGHT = 900
const CENTRE: Point = [430, 451]
const RADIUS = 374

/** Declinations in between: about one and two months from the solstices. */
const MONTHS = [20.1, 11.5, -11.5, -20.1]
const TURNS = [SOLSTICE, 0, -SOLSTICE]
const HOURS = Array.from({ length: 13 }, (_, at) => at + 6)
const NAMED_HOURS = [8, 10, 12, 14, 16]
const AFTERNOON = onDisc(sunPosition(LATITUDE, 11.5, 14), CENTRE, RADIUS)

const { sky } = drawing

function at(azimuth: number, radius: number): Point {
  return onDisc({ altitude: 0, azimuth }, CENTRE, radius)
}

const TICKS = Array.from({ length: 72 }, (_, step) => step * 5)
  .map((azimuth) => pathThrough([at(azimuth, RADIUS), at(azimuth, RADIUS + (azimuth % 30 === 0 ? 9 : 5))]))
  .join('')
const SPOKES = Array.from({ length: 12 }, (_, step) => step * 30)
  .map((azimuth) => pathThrough([at(azimuth, 24), at(azimuth, RADIUS)]))
  .join('')
const CIRCLES = [15, 30, 45, 60, 75]
const COMPASS: [string, Point][] = [
  ['N', at(0, RADIUS + 26)],
  ['E', at(90, RADIUS + 26)],
  ['S', at(180, RADIUS + 26)],
  ['W', at(270, RADIUS + 26)],
]

/**
 * The sun's paths over 35° north on a real sun-path diagram: altitude circles every 15°, a day's arc at the
 * solstices and the equinox in sun and between them in teal, lines of the solar hours. Only a picture.
 */
export function SunPath() {
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
      fill="none"
      style={{ display: 'block', width: '100%', height: '100%', backgroundColor: sky.ground }}
    >
      <defs>
        <radialGradient id="hr-sky" cx="0.62" cy="0.36" r="0.75">
          <stop offset="0" stopColor={sky.glow} />
          <stop offset="1" stopColor={sky.ground} />
        </radialGradient>
        <radialGradient id="hr-glow">
          <stop offset="0.2" stopColor={sky.sun} stopOpacity="0.4" />
          <stop offset="1" stopColor={sky.sun} stopOpacity="0" />
        </radialGradient>
      </defs>
      <rect x="-2000" y="-2000" width="5000" height="5000" fill={sky.ground} />
      <rect width={WIDTH} height={HEIGHT} fill="url(#hr-sky)" />
      <g stroke={sky.line} strokeWidth="1">
        <path d={SPOKES} opacity="0.08" />
        <g opacity="0.13">
          {CIRCLES.map((altitude) => (
            <circle key={altitude} cx={CENTRE[0]} cy={CENTRE[1]} r={(RADIUS * altitude) / 90} />
          ))}
        </g>
        <circle cx={CENTRE[0]} cy={CENTRE[1]} r={RADIUS} opacity="0.42" />
        <path d={TICKS} opacity="0.5" />
        <g opacity="0.36">
          {MONTHS.map((declination) => (
            <path key={declination} d={pathThrough(dayArc(LATITUDE, declination, CENTRE, RADIUS))} />
          ))}
          {HOURS.map((hour) => (
            <path key={hour} d={pathThrough(hourLine(LATITUDE, hour, CENTRE, RADIUS))} />
          ))}
        </g>
      </g>
      <g stroke={sky.sun} strokeWidth="1.4" opacity="0.66">
        {TURNS.map((declination) => (
          <path key={declination} d={pathThrough(dayArc(LATITUDE, declination, CENTRE, RADIUS))} />
        ))}
      </g>
      <circle cx={AFTERNOON[0]} cy={AFTERNOON[1]} r="32" fill="url(#hr-glow)" />
      <circle cx={AFTERNOON[0]} cy={AFTERNOON[1]} r="9.5" fill={sky.sun} />
      <g fill={sky.label} fontSize="11.5" textAnchor="middle" dominantBaseline="central">
        {NAMED_HOURS.map((hour) => {
          const sun = sunPosition(LATITUDE, SOLSTICE, hour)
          const [x, y] = onDisc({ ...sun, altitude: sun.altitude + 4.2 }, CENTRE, RADIUS)
          return (
            <text key={hour} x={x} y={y}>
              {hour}
            </text>
          )
        })}
      </g>
      <g fill={sky.label} fontSize="12" fontWeight="600" textAnchor="middle" dominantBaseline="central">
        {COMPASS.map(([name, [x, y]]) => (
          <text key={name} x={x} y={y}>
            {name}
          </text>
        ))}
      </g>
    </svg>
  )
}
