import { formatDollars } from '../../../../shared/format/money.ts'
import { formatNumber, MISSING } from '../../../../shared/format/number.ts'
import { type LedgerTile, Trend } from '../../../ui/index.ts'
import type { YearToDateFragment } from './operations.generated.ts'

/** kWh as MWh, however much it is (PORT-33). */
const formatProduction = (kilowattHours: number | null): string =>
  kilowattHours === null ? MISSING : `${formatNumber(kilowattHours / 1000)} MWh`

interface Figure {
  readonly key: string
  readonly label: string
  readonly actual: number | null
  readonly forecast: number | null
  readonly format: (value: number | null) => string
  /** Whether more than was forecast is good news (PORT-31). */
  readonly moreIsGood: boolean
}

/** What a company took, spent and produced since its year began (HOLD-03, REP-04). */
export const figuresOf = (company: YearToDateFragment): readonly Figure[] => [
  {
    key: 'revenue',
    label: 'Revenue YTD',
    actual: company.actualRevenueYtd,
    forecast: company.forecastRevenueYtd,
    format: formatDollars,
    moreIsGood: true,
  },
  {
    key: 'expenses',
    label: 'Expenses YTD',
    actual: company.actualExpensesYtd,
    forecast: company.forecastExpensesYtd,
    format: formatDollars,
    moreIsGood: false,
  },
  {
    key: 'production',
    label: 'Production YTD',
    actual: company.actualProductionYtd,
    forecast: company.forecastProductionYtd,
    format: formatProduction,
    moreIsGood: true,
  },
]

/** How far the actual is from the forecast (PORT-30); nothing to say without a forecast, or one of 0 (PORT-32). */
function trendOf({ actual, forecast, moreIsGood }: Figure) {
  if (actual === null || !forecast) return undefined
  const percent = Math.round((actual / forecast - 1) * 1000) / 10
  const above = percent >= 0
  const good = percent === 0 || above === moreIsGood
  const size = formatNumber(Math.abs(percent), 1)
  return (
    <Trend
      direction={above ? 'up' : 'down'}
      text={`${size}%`}
      good={good}
      spoken={`${size} % ${above ? 'above' : 'below'} forecast, ${good ? 'favourable' : 'unfavourable'}`}
    />
  )
}

type OperatingStats = Readonly<
  Record<`${'actual' | 'forecast'}${'Revenue' | 'Expenses' | 'Production'}`, number>
>

/** The year-to-date figures of a portfolio, as those of a company; all three, entered or not (PORT-29). */
export const operatingTiles = (stats: OperatingStats | null): readonly LedgerTile[] =>
  figuresOf({
    actualRevenueYtd: stats?.actualRevenue ?? null,
    forecastRevenueYtd: stats?.forecastRevenue ?? null,
    actualExpensesYtd: stats?.actualExpenses ?? null,
    forecastExpensesYtd: stats?.forecastExpenses ?? null,
    actualProductionYtd: stats?.actualProduction ?? null,
    forecastProductionYtd: stats?.forecastProduction ?? null,
  }).map(tileOf)

/** A tile for each figure that is entered, against its forecast. */
export const yearToDateTiles = (company: YearToDateFragment): readonly LedgerTile[] =>
  figuresOf(company)
    .filter(({ actual }) => actual !== null)
    .map(tileOf)

function tileOf(figure: Figure): LedgerTile {
  const trend = trendOf(figure)
  return {
    key: figure.key,
    label: figure.label,
    value: figure.format(figure.actual),
    ...(trend && { trend }),
    // Without a forecast, or with one of 0, there is nothing to compare with (PORT-32).
    foot: `Forecast ${figure.forecast ? figure.format(figure.forecast) : 'n/a'}`,
    weight: 1.36,
  }
}
