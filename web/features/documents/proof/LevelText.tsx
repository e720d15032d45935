import { LEVEL_NAMES } from '../../../../shared/levelNames.ts'
import { styled } from '../../../ui/theme/styled.tsx'

const Level = styled('span')({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 8,
  whiteSpace: 'nowrap',
  fontWeight: 500,
})

const Bars = styled('svg')(({ theme }) => ({
  flex: 'none',
  width: 22,
  height: 12,
  fill: theme.vars.palette.lineStrong,
  '& > [data-reached]': { fill: theme.vars.palette.accent.main },
}))

/** Names of levels from the lowest that gives something. */
const NAMES = Object.values(LEVEL_NAMES).slice(1)

/** A level of access: bars that rise up to it, and its word. */
export function LevelText({ level }: { level: string }) {
  const reached = NAMES.findLastIndex((name) => level === name || level.startsWith(`${name},`))
  return (
    <Level>
      <Bars viewBox="0 0 22 12" aria-hidden>
        {NAMES.map((name, at) => (
          <rect
            key={name}
            x={at * 6}
            y={9 - at * 3}
            width={4}
            height={3 + at * 3}
            {...(at <= reached && { 'data-reached': '' })}
          />
        ))}
      </Bars>
      {level}
    </Level>
  )
}
