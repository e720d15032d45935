import type { RealisticPaper } from './realisticPapers.ts'
import type { Stated } from './terms.ts'

// Contracts in the wordings of utilities, community aggregators, hedges, rooftops, interconnections and leases. They were
// written before the extractor met them; `papers.test.ts` says what it found of them then.

const at = (page: number, field: string, ...values: string[]): Stated[] =>
  values.map((value) => ({ field, value, page }))

export const CONTRACTS_UNSEEN: readonly RealisticPaper[] = [
  {
    name: 'a pro forma of a Californian utility with a cover sheet',
    kind: 'PPA_ANALYSIS',
    pages: [
      `RENEWABLE POWER PURCHASE AND SALE AGREEMENT

COVER SHEET

Seller: Tule Ridge Solar, LLC, a Delaware limited liability company

Buyer: Desert Cities Community Energy, a California joint powers authority

Description of Facility: A 75 MWac photovoltaic generating facility located in Kern County, California

Guaranteed Commercial Operation Date: December 31, 2027

Milestones:
Milestone\tExpected Date for Completion
Evidence of Site Control\t3/1/2025
CEC Pre-Certification Obtained\t6/30/2026
Executed Interconnection Agreement\t9/15/2025
Guaranteed Construction Start Date\t2/1/2027

Delivery Term: Fifteen (15) Contract Years

Delivery Term Expected Energy:
Contract Year\tExpected Energy (MWh)
1\t214,500
2\t213,400
3\t212,400`,
      `Contract Price

The Contract Price of the Product shall be $34.15 per MWh for each Contract Year, with no escalation over the Delivery Term.

Product:
[X] PV Energy
[X] Green Attributes
[X] Capacity Attributes (Option: Full Capacity Deliverability Status)
[ ] Ancillary Services

Scheduling Coordinator: Buyer or Buyer's third-party designee

Development Security: $60/kW of Guaranteed Capacity

Performance Security: $75/kW of Guaranteed Capacity

Delivery Point: Facility PNode

Damage Payment: Dollar amount equal to that specified for the Development Security`,
      `1.1 Contract Definitions. The following terms, when used herein with initial capitalization, shall have the meanings set forth below:
"Accepted Compliance Costs" has the meaning set forth in Section 3.12.
"CAISO" means the California Independent System Operator Corporation or any successor entity performing similar functions.
"Curtailment Cap" is fifty (50) hours per Contract Year multiplied by the Installed Capacity.
"Guaranteed Capacity" means the amount of generating capacity of the Facility set forth on the Cover Sheet.
"Letter(s) of Credit" means one or more irrevocable, standby letters of credit issued by a U.S. commercial bank with assets of at least
$10,000,000,000, having a Credit Rating of at least A- with an outlook designation of "stable" from S&P or A3 from Moody's.
"Negative LMP" means, in any Settlement Period, the LMP at the Delivery Point is less than $0.`,
    ],
    stated: [
      ...at(0, 'seller', 'Tule Ridge Solar, LLC'),
      ...at(0, 'buyer', 'Desert Cities Community Energy'),
      ...at(0, 'cod', 'December 31, 2027'),
      ...at(0, 'term', 'Fifteen (15) Contract Years'),
      ...at(1, 'price', '$34.15 per MWh'),
      ...at(1, 'escalator', 'no escalation'),
      ...at(1, 'security', '$60/kW of Guaranteed Capacity', '$75/kW of Guaranteed Capacity'),
      ...at(1, 'settlement', 'Facility PNode'),
    ],
  },
  {
    name: 'a fixed-for-floating hedge of a data centre company',
    kind: 'PPA_ANALYSIS',
    pages: [
      `VIRTUAL POWER PURCHASE AGREEMENT

This VIRTUAL POWER PURCHASE AGREEMENT (this "Agreement"), dated as of February 18, 2026 (the "Effective Date"), is entered into by and between
LLANO BEND WIND, LLC, a Delaware limited liability company ("Seller"), and MERIDIAN COMPUTE, INC., a Washington corporation ("Buyer"). Seller and
Buyer are sometimes referred to herein individually as a "Party" and collectively as the "Parties."

RECITALS

WHEREAS, Seller is developing an approximately 302.4 MW wind-powered electric generating facility in Floyd County, Texas (the "Facility"); and

WHEREAS, Buyer desires to support the development of the Facility by entering into a financially settled contract for differences and purchasing
the associated Project RECs.`,
      `ARTICLE III
SETTLEMENT

3.1 Fixed Price. The "Fixed Price" for each Calculation Period during the Delivery Term is $23.80/MWh.

3.2 Escalation. Commencing on the second anniversary of the Commercial Operation Date and on each anniversary thereafter, the Fixed Price shall be
increased by one and three-quarters percent (1.75%).

3.3 Floating Price. The "Floating Price" for each Calculation Interval is the Real-Time Settlement Point Price at the Settlement Point, as published by
ERCOT. If the Floating Price is below $0.00/MWh, it is deemed to be $0.00/MWh.

3.4 Settlement Point. The "Settlement Point" is HB_WEST (ERCOT West Hub).

3.5 Monthly Settlement. If the Fixed Price exceeds the Floating Price, Buyer shall pay Seller the difference multiplied by Buyer's Share of Metered
Output, and if the Floating Price exceeds the Fixed Price, Seller shall pay Buyer the difference.`,
      `ARTICLE IV
TERM; CONDITIONS

4.1 Delivery Term. The Delivery Term shall commence on the Commercial Operation Date and shall continue for a period of twelve (12) years.

4.2 Target COD. Seller reasonably expects the Commercial Operation Date to occur on or about October 31, 2027 (the "Target COD"). If COD has not
occurred by the Outside COD of October 31, 2028, Buyer may terminate this Agreement.

ARTICLE IX
CREDIT SUPPORT

9.1 Seller Credit Support. Within ten (10) Business Days after the Effective Date, Seller shall provide Buyer with Acceptable Credit Support in the
amount of $9,072,000. On the Commercial Operation Date such amount shall be increased to $15,120,000.

9.2 Buyer Credit Support. Buyer's obligations are supported by a guaranty of Meridian Holdings plc capped at $20,000,000.`,
    ],
    stated: [
      ...at(0, 'seller', 'LLANO BEND WIND, LLC'),
      ...at(0, 'buyer', 'MERIDIAN COMPUTE, INC.'),
      ...at(1, 'price', '$23.80/MWh'),
      ...at(1, 'escalator', 'one and three-quarters percent (1.75%)'),
      ...at(1, 'settlement', 'HB_WEST (ERCOT West Hub)'),
      ...at(2, 'term', 'twelve (12) years'),
      ...at(2, 'cod', 'October 31, 2027'),
      ...at(2, 'security', '$9,072,000', '$15,120,000', '$20,000,000'),
    ],
  },
  {
    name: 'a rooftop agreement of a school district with a schedule of rates',
    kind: 'PPA_ANALYSIS',
    pages: [
      `SOLAR SERVICES AGREEMENT

This Solar Services Agreement ("Agreement") is entered into as of the 9th day of January, 2026 by and between Bright Harbor Solar Provider III, LLC
("Provider") and Marlow Unified School District ("Host Customer").

Exhibit A - Basic Terms and Conditions

1. Term: Twenty (20) years, beginning on the Commercial Operation Date.
2. Additional Terms: Up to two (2) Additional Terms of five (5) years each, at the Parties' mutual agreement.
3. Environmental Incentives and Environmental Attributes: Accrue to Provider.
4. Solar Services Rate: The kWh Rate in Contract Year 1 is $0.1395/kWh.
5. Annual Escalator: 2.9%
6. Anticipated Commercial Operation Date: August 15, 2026
7. Rebate Variance. All prices in this Agreement are calculated based on an incentive payment of $0.05 per kWh.
8. Purchaser's Credit Support: None.`,
      `Contract Year\tkWh Rate ($/kWh)
1\t$0.1395
2\t$0.1435
3\t$0.1477
4\t$0.1520
5\t$0.1564

Early Termination Fee
Contract Year\tFee
1\t$1,248,300
2\t$1,102,750
3\t$1,015,900

4.2 Delivery. Title to and risk of loss of the electricity will pass from Provider to Host Customer at the Delivery Point.
4.3 "Delivery Point" means the energy meter at the main switchgear of each Facility, on Host Customer's side of the utility meter.`,
    ],
    stated: [
      ...at(0, 'seller', 'Bright Harbor Solar Provider III, LLC'),
      ...at(0, 'buyer', 'Marlow Unified School District'),
      ...at(0, 'term', 'Twenty (20) years'),
      ...at(0, 'price', '$0.1395/kWh'),
      ...at(0, 'escalator', '2.9%'),
      ...at(0, 'cod', 'August 15, 2026'),
      ...at(1, 'settlement', 'energy meter at the main switchgear of each Facility'),
    ],
  },
  {
    name: 'an energy storage agreement with a capacity payment',
    kind: 'PPA_ANALYSIS',
    pages: [
      `ENERGY STORAGE SERVICE AGREEMENT

between

Copper Basin BESS, LLC
(as "Seller")

and

Public Service Electric Cooperative of Arizona
(as "Buyer")

Dated as of July 1, 2025`,
      `4.1 Storage Rate. During the Delivery Term Buyer shall pay Seller each month the Monthly Capacity Payment, which equals the Storage Rate multiplied by the
Storage Contract Capacity. The Storage Rate is $11.48/kW-month.
4.2 The Storage Rate is fixed and shall not escalate.
4.3 Variable O&M. Buyer does not pay a variable O&M charge. Excess cycles are charged at $4.00/MWh of discharge.
5.1 Delivery Term. The Delivery Term is twenty (20) Contract Years from the Initial Delivery Date.
5.2 The Scheduled Commercial Operation Date is June 1, 2027. Each day after it that passes without COD costs Seller $250 per MW.`,
      `8.7 Seller Development Period Security. Seller shall post and maintain $7,500,000 of Development Period Security from the Effective Date until COD.
8.8 Seller Delivery Term Security. From COD, Seller shall post and maintain $10,000,000 of Delivery Term Security.
8.9 Buyer is not required to post collateral while its unsecured debt is rated at least BBB.
Exhibit A. The Delivery Point is the Buyer's 230 kV bus at the Saguaro Substation.`,
    ],
    stated: [
      ...at(0, 'seller', 'Copper Basin BESS, LLC'),
      ...at(0, 'buyer', 'Public Service Electric Cooperative of Arizona'),
      ...at(1, 'price', '$11.48/kW-month'),
      ...at(1, 'escalator', 'shall not escalate'),
      ...at(1, 'term', 'twenty (20) Contract Years'),
      ...at(1, 'cod', 'June 1, 2027'),
      ...at(2, 'security', '$7,500,000', '$10,000,000'),
      ...at(2, 'settlement', "Buyer's 230 kV bus at the Saguaro Substation"),
    ],
  },
  {
    name: 'an agreement of an island utility with a first amendment',
    kind: 'PPA_ANALYSIS',
    pages: [
      `POWER PURCHASE AGREEMENT FOR RENEWABLE DISPATCHABLE GENERATION

THIS AGREEMENT is made this 14th day of August, 2024, by and between PACIFIC ISLES ELECTRIC LIGHT COMPANY, LTD., a Hawaii corporation
(hereinafter called the "Company") and MAUNA LOKE SOLAR LLC (hereinafter called the "Seller").

2.1 Term. The Term shall begin on the Commercial Operations Date and shall remain in effect for twenty-five (25) years thereafter.

2.2 Lump Sum Payment. The Company shall pay a Lump Sum Payment of $14,850,000 per Contract Year in monthly installments.

2.3 Guaranteed Commercial Operations Date. Seller shall achieve the Commercial Operations Date by November 30, 2026, as extended under Section 13.4.

2.4 Development Period Security. Seller shall furnish $3,750,000, at $50 per kW.

2.5 Point of Interconnection. Company accepts Net Energy at the Point of Interconnection, the 46 kV side of the Waikoloa Switching Station.`,
      `FIRST AMENDMENT

The Parties agree to amend the Power Purchase Agreement dated August 14, 2024 as follows:

A. Section 2.2 is deleted in its entirety and replaced with: "The Company shall pay a Lump Sum Payment of $15,420,000 per Contract Year in monthly
installments."

B. In Section 2.3, "November 30, 2026" is replaced with "May 31, 2027".

C. All other terms remain unchanged. The Lump Sum Payment does not escalate.`,
    ],
    stated: [
      ...at(0, 'buyer', 'PACIFIC ISLES ELECTRIC LIGHT COMPANY, LTD.'),
      ...at(0, 'seller', 'MAUNA LOKE SOLAR LLC'),
      ...at(0, 'term', 'twenty-five (25) years'),
      ...at(0, 'security', '$3,750,000'),
      ...at(0, 'settlement', '46 kV side of the Waikoloa Switching Station'),
      ...at(1, 'price', '$15,420,000 per Contract Year'),
      ...at(1, 'escalator', 'does not escalate'),
      ...at(1, 'cod', 'May 31, 2027'),
    ],
  },
  {
    name: 'an interconnection agreement, which is no PPA',
    kind: 'PPA_ANALYSIS',
    pages: [
      `STANDARD LARGE GENERATOR INTERCONNECTION AGREEMENT (LGIA)

THIS STANDARD LARGE GENERATOR INTERCONNECTION AGREEMENT is made and entered into this 3rd day of March, 2025, by and between Tule Ridge Solar, LLC, a
limited liability company organized under the laws of Delaware ("Interconnection Customer"), and Golden Valley Transmission Company ("Transmission
Provider and/or Transmission Owner").

2.2 Term of Agreement. This LGIA shall remain in effect for a period of ten (10) years from the Effective Date and shall be automatically renewed for each
successive one-year period thereafter.

11.5 Provision of Interconnection Financial Security. At least thirty (30) Calendar Days prior to the commencement of construction, Interconnection
Customer shall provide Transmission Provider a letter of credit of $6,120,400 for the Network Upgrades.`,
      `Appendix A. Point of Interconnection: the 230 kV bus of the Whirlwind Substation. Estimated cost of Interconnection Facilities: $4,310,000.

Appendix B, Milestones
Item\tDate
In-Service Date\t6/1/2027
Initial Synchronization Date\t8/1/2027
Commercial Operation Date\t12/1/2027`,
    ],
    // The date is that of the facility, whoever's contract names it; the rest is no term of a sale.
    stated: [...at(1, 'cod', '12/1/2027')],
  },
  {
    name: 'a lease of land, which is no PPA',
    kind: 'PPA_ANALYSIS',
    pages: [
      `SOLAR ENERGY GROUND LEASE AND EASEMENT AGREEMENT

This Solar Energy Ground Lease (the "Lease") is made as of May 5, 2024 between Harold J. Tiedeman and Ruth Tiedeman, husband and wife ("Landlord"), and
Prairie Lark Solar, LLC ("Tenant").

1. Development Term. The Development Term is five (5) years from the Effective Date.
2. Operations Term. The Operations Term is thirty-five (35) years from the Commencement of Operations.
3. Rent. During the Operations Term Tenant shall pay annual Rent of $1,150 per acre, which shall increase by two percent (2%) each year.
4. Removal Security. No later than the fifteenth year Tenant shall deliver to Landlord a removal bond of $850,000.`,
    ],
    stated: [],
  },
]
