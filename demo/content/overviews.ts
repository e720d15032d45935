import type { DemoOverview } from '../plan.ts'
import { PEOPLE } from './people.ts'
import { HOLDING_COMPANIES } from './portfolios.ts'

const MWH = 1000

/** MWh by year: measured, P50, P90. */
const YIELDS: readonly (readonly [number, number | null, number, number])[] = [
  [2020, 148_900, 152_300, 139_800],
  [2021, 262_700, 258_400, 237_200],
  [2022, 351_200, 358_900, 329_500],
  [2023, 340_600, 357_100, 327_800],
  [2024, 361_900, 355_300, 326_200],
  [2025, 322_400, 353_500, 324_500],
  [2026, null, 351_700, 322_900],
]

const FACTS = `<FactoidBlock>
  <Factoid label="Contracted output" value="96.2%" />
  <Factoid label="Offtakers" value="9, all investment grade" />
  <Factoid label="Availability, 12 months" value="98.4%" />
  <Factoid label="Specific yield, P50" value="1,881 kWh/kWp" />
  <Factoid label="Operator" value="Northwind O&amp;M" />
</FactoidBlock>`

/** A portfolio that is the only one of a company has its figures. */
function statsOfOnly(portfolio: string): NonNullable<DemoOverview['overview']['stats']> {
  const company = HOLDING_COMPANIES.find(({ portfolios }) => portfolios.join() === portfolio)
  if (!company) throw new Error(`No company has ${portfolio} alone.`)
  const { revenue, expenses, production } = company.yearToDate
  return {
    startDate: '2026-01-01',
    actualRevenue: revenue.actual,
    forecastRevenue: revenue.forecast,
    actualExpenses: expenses.actual,
    forecastExpenses: expenses.forecast,
    actualProduction: production.actual,
    forecastProduction: production.forecast,
  }
}

/** Overviews of the demo's portfolios and holding companies, by their slugs. */
export const OVERVIEWS: readonly DemoOverview[] = [
  {
    portfolio: 'prairie-sun-ii',
    by: PEOPLE.orgAdmin.email,
    overview: {
      pages: [
        {
          title: 'Investment summary',
          description: `Prairie Sun II holds operating solar projects in Kansas and Nebraska. All of their output is sold under long contracts to utilities and cooperatives.

${FACTS}

## What the room holds

- Contracts, permits and title by project, under **Documents**
- Monthly and quarterly reports, under **Reports**
- Open questions and their answers, under **Q&A**

See [Operating performance](operating-performance) for the yields of each year.`,
        },
        {
          title: 'Operating performance',
          description: `Since the last commissioning, in May 2022, the portfolio has produced **96.6% of P50**.

2025 closed below P90: hail took Sand Draw to half output from June, and the line upgrade at Lone Elm curtailed 11,300 MWh, of which the utility has compensated <ins>8,900</ins>. See [Offtake and pricing](offtake-and-pricing).

## Net yield

<NetYieldChart />

<Timeline id="{timeline}" />`,
        },
        {
          title: 'Offtake and pricing',
          description: `Contracts run from 15 to 25 years with fixed prices and an annual escalator.

| Kind of buyer | Contracts | Share of output |
| --- | --- | --- |
| Cooperative | 5 | 58% |
| Investor-owned utility | 3 | 31% |
| Municipal utility | 1 | 11% |

The remaining 3.8% is sold in the day-ahead market.`,
        },
        {
          title: 'Sites and interconnection',
          description: `All fourteen sites connect to lines of 34.5 to 115 kV within six miles.

<Map />`,
        },
        {
          title: 'Tax equity and debt',
          restricted: true,
          description: `The partnership flips in the second quarter of 2027. Tranche B converts to a term loan afterwards; the lender waits for the new P50 and the surface waiver.`,
        },
      ],
      timeline: {
        name: 'Works and milestones',
        milestones: [
          {
            dueDate: '18 Mar 2026',
            title: 'Inverter repowering, Lone Elm',
            body: '46 of 46 central inverters replaced; full output of 40.0 MW ac again.',
            status: 'COMPLETE',
          },
          {
            dueDate: '31 Dec 2026',
            title: 'Module replacement after the hail, Sand Draw',
            body: '18,240 of 31,600 modules hung. The insurer has paid **$2.1M** of a $3.4M claim.',
          },
          {
            dueDate: 'After the flip, about Q2 2027',
            title: 'Term conversion of tranche B',
            body: 'The lender waits for the new P50 and the surface waiver.',
          },
        ],
      },
      netYields: YIELDS.map(([year, actual, p50, p90]) => ({
        year,
        actualEnergy: actual === null ? null : actual * MWH,
        p50: p50 * MWH,
        p90: p90 * MWH,
      })),
      stats: statsOfOnly('prairie-sun-ii'),
    },
  },
  {
    portfolio: 'republican-valley-portfolio',
    by: PEOPLE.dealAdmin.email,
    overview: {
      pages: [
        {
          title: 'Transaction summary',
          description: `The sponsor offers the tax equity of five projects in the Republican River valley, of which two carry storage.

<FactoidBlock>
  <Factoid label="Structure" value="Partnership flip" />
  <Factoid label="Bids due" value="18 December 2026" />
  <Factoid label="Closing" value="First quarter of 2027" />
</FactoidBlock>

<Timeline id="{timeline}" />`,
        },
      ],
      timeline: {
        name: 'Process',
        milestones: [
          { dueDate: '2 Nov 2026', title: 'Data room opens', status: 'COMPLETE' },
          {
            dueDate: '4 Dec 2026',
            title: 'Last day for questions',
            body: 'Ask under Q&A; answers follow within three days.',
          },
          { dueDate: '18 Dec 2026', title: 'Bids due' },
        ],
      },
    },
  },
  {
    company: 'great-plains-holdco-i',
    by: PEOPLE.orgAdmin.email,
    overview: {
      pages: [
        {
          title: 'Company summary',
          description: `Great Plains HoldCo I holds Prairie Sun II. Its investors get a report each quarter; they stand under **Reports**.

<NetYieldChart />`,
        },
      ],
      netYields: YIELDS.map(([year, actual, p50, p90]) => ({
        year,
        actualEnergy: actual === null ? null : actual * MWH,
        p50: p50 * MWH,
        p90: p90 * MWH,
      })),
    },
  },
]
