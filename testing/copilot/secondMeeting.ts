import type { RealisticPaper } from './realisticPapers.ts'
import type { Stated } from './terms.ts'

// Papers that the extractor met once it had been corrected by the ones before, and that it is not improved by: what it misses
// of them stays missed. `papers.test.ts` says what it found of them when it first met them.

const at = (page: number, field: string, ...values: string[]): Stated[] =>
  values.map((value) => ({ field, value, page }))

export const SECOND_MEETING: readonly RealisticPaper[] = [
  {
    name: 'a municipal agreement with articles',
    kind: 'PPA_ANALYSIS',
    pages: [
      `POWER SALES AGREEMENT
BETWEEN
THE CITY OF HARLOW POINT, MUNICIPAL LIGHT DEPARTMENT
AND
GRANITE NOTCH HYDRO ASSOCIATES, L.P.

This Power Sales Agreement is entered into as of March 12, 2025, by and between the City of Harlow Point, acting through its Municipal Light Department
("Purchaser"), and Granite Notch Hydro Associates, L.P., a New Hampshire limited partnership ("Seller").

ARTICLE 2 - TERM
Section 2.1. Subject to earlier termination under Article 10, this Agreement shall continue in effect for a Delivery Term of ten (10) years from the
Initial Delivery Date.

ARTICLE 3 - PURCHASE PRICE
Section 3.1. Purchaser shall pay Seller for all Energy delivered at the rate of $58.50 per MWh in the first Contract Year. On each January 1 thereafter the
rate shall increase by 1.25%.
Section 3.2. For Energy delivered before the Initial Delivery Date, Purchaser shall pay 75% of the locational marginal price.`,
      `ARTICLE 4 - DELIVERY
Section 4.1. Seller shall deliver the Energy at the Delivery Point, and title shall pass there. "Delivery Point" means the ISO-NE Pricing Node LD.HARLOW_PT13.8.
Section 4.4. Neither Party is required to post security, provided that if Seller's equity falls below $2,000,000, Seller shall post a letter of credit
of $1,100,000.

ARTICLE 5 - COMMERCIAL OPERATION
The Facility has been in commercial operation since November 8, 1987.`,
    ],
    stated: [
      ...at(0, 'buyer', 'City of Harlow Point', 'THE CITY OF HARLOW POINT, MUNICIPAL LIGHT DEPARTMENT'),
      ...at(0, 'seller', 'Granite Notch Hydro Associates, L.P.'),
      ...at(0, 'term', 'ten (10) years'),
      ...at(0, 'price', '$58.50 per MWh'),
      ...at(0, 'escalator', '1.25%'),
      ...at(1, 'settlement', 'ISO-NE Pricing Node LD.HARLOW_PT13.8'),
      ...at(1, 'security', '$1,100,000'),
      ...at(1, 'cod', 'November 8, 1987'),
    ],
  },
  {
    name: 'a key terms table of a retailer',
    kind: 'PPA_ANALYSIS',
    pages: [
      `Execution Version

VIRTUAL RENEWABLE ENERGY PURCHASE AGREEMENT - KEY TERMS

Item\tTerm
Project\tBluestem Crossing Solar, 180 MWac, Labette County, Kansas
Seller\tBluestem Crossing Solar Project, LLC
Buyer\tOakfield Retail Services, Inc.
Structure\tContract for differences, as-generated
Buyer's Share\t55% of net metered output
Strike Price\t$27.65/MWh, flat, no escalator
Market\tSPP South Hub, day-ahead
Tenor\t15 years from COD
Target COD\tSeptember 30, 2027
COD deadline\tSeptember 30, 2028
Seller Security\t$65/kW until COD; $80/kW thereafter
Buyer Security\tParent guaranty from Oakfield Stores Corporation
Accounting\tNo derivative treatment is assured`,
    ],
    stated: [
      ...at(0, 'seller', 'Bluestem Crossing Solar Project, LLC'),
      ...at(0, 'buyer', 'Oakfield Retail Services, Inc.'),
      ...at(0, 'price', '$27.65/MWh'),
      ...at(0, 'escalator', 'no escalator', 'flat'),
      ...at(0, 'settlement', 'SPP South Hub'),
      ...at(0, 'term', '15 years'),
      ...at(0, 'cod', 'September 30, 2027'),
      ...at(0, 'security', '$65/kW', '$80/kW'),
    ],
  },
  {
    name: 'a qualifying facility contract with a table of prices',
    kind: 'PPA_ANALYSIS',
    pages: [
      `STANDARD POWER PURCHASE AGREEMENT
Intermittent Resource with MAG, Firm

THIS AGREEMENT, entered into this 22nd day of September 2025, is between Sage Flats Solar, LLC ("Seller") and Cascade & Basin Power Company ("CBPC").

1.1 "Commercial Operation Date" means the date that the Facility is deemed by CBPC to be fully operational.
2.1 This Agreement shall become effective after execution by both parties. 2.2.2 By December 15, 2027, Seller shall have completed all requirements under
Section 1.30 and shall have established the Commercial Operation Date.
2.3 This Agreement shall terminate on June 30, 2046.
5.1 Seller elects the Fixed Avoided Cost Prices of Exhibit D.
10.2 Senior Lien, Step-In Rights, or Default Security: Seller elects to provide a letter of credit of $432,000.`,
      `EXHIBIT D
Calendar Year\tOn-Peak (Cents/kWh)\tOff-Peak (Cents/kWh)
2027\t4.12\t3.38
2028\t4.21\t3.45
2029\t4.30\t3.52`,
    ],
    stated: [
      ...at(0, 'seller', 'Sage Flats Solar, LLC'),
      ...at(0, 'buyer', 'Cascade & Basin Power Company'),
      ...at(0, 'cod', 'December 15, 2027'),
      ...at(0, 'term', 'June 30, 2046'),
      ...at(0, 'security', '$432,000'),
    ],
  },
  {
    name: 'a community solar subscription',
    kind: 'PPA_ANALYSIS',
    pages: [
      `COMMUNITY SOLAR GARDEN SUBSCRIPTION AGREEMENT

Operator: Goose Lake CSG 2 LLC
Subscriber: Independent School District No. 318
Garden: 1.0 MWac, 44.88 N 94.37 W
Subscription: 40%

Subscriber shall pay Operator $0.0987 per kWh allocated to the Subscription in the first year (the "kWh Rate"). The kWh Rate increases two percent (2%) annually.
The Term is twenty-five (25) years from the Date of Commercial Operation, which Operator expects to be on or about May 1, 2026.
If Subscriber terminates early it pays an Early Termination Fee of $150 per kW.`,
    ],
    stated: [
      ...at(0, 'seller', 'Goose Lake CSG 2 LLC'),
      ...at(0, 'buyer', 'Independent School District No. 318'),
      ...at(0, 'price', '$0.0987 per kWh'),
      ...at(0, 'escalator', 'two percent (2%)'),
      ...at(0, 'term', 'twenty-five (25) years'),
      ...at(0, 'cod', 'May 1, 2026'),
    ],
  },
  {
    name: 'an operation and maintenance agreement, which is no PPA',
    kind: 'PPA_ANALYSIS',
    pages: [
      `OPERATION AND MAINTENANCE AGREEMENT

This Agreement is made on June 1, 2025 between Llano Bend Wind, LLC ("Owner") and Westwind Field Services, Inc. ("Operator").
3. Term. The initial term is five (5) years from Commercial Operation, and renews for periods of two years.
4. Fee. Owner pays a fixed fee of $3,450,000 per year, which escalates 2.5% annually, and $120 per hour for corrective work.
9. Operator provides a parent guaranty of $2,000,000.`,
    ],
    stated: [],
  },
  {
    name: 'an ACORD 25 with an excess tower in its remarks',
    kind: 'INSURANCE',
    pages: [
      `CERTIFICATE OF LIABILITY INSURANCE\tDATE (MM/DD/YYYY) 07/15/2025
PRODUCER\tCONTACT NAME: Luis Ferrer
Gulf States Risk Advisors LLC\tPHONE (A/C, No, Ext): 713-555-0190
One Allen Center\tINSURER(S) AFFORDING COVERAGE\tNAIC #
Houston TX 77002\tINSURER A: Pelican American Casualty Company\t12345
INSURED\tINSURER B: Summit Excess & Surplus Insurance Co.\t23456
Coyote Draw Storage, LLC\tINSURER C: Trinity River Insurance Company\t34567
5 Greenway Plaza, Houston TX\tINSURER D:
INSR LTR\tTYPE OF INSURANCE\tADDL SUBR INSD WVD\tPOLICY NUMBER\tPOLICY EFF\tPOLICY EXP\tLIMITS
A\tCOMMERCIAL GENERAL LIABILITY\tY Y\tPAC-GL-0031187\t07/01/2025\t07/01/2026\tEACH OCCURRENCE $ 2,000,000
DAMAGE TO RENTED PREMISES (Ea occurrence) $ 100,000
MED EXP (Any one person) $ 5,000
PERSONAL & ADV INJURY $ 2,000,000
GENERAL AGGREGATE $ 4,000,000
PRODUCTS - COMP/OP AGG $ 4,000,000
B\tUMBRELLA LIAB\tY Y\tSES88-UMB-4410\t07/01/2025\t07/01/2026\tEACH OCCURRENCE $ 10,000,000
AGGREGATE $ 10,000,000
C\tWORKERS COMPENSATION\tY\tTRI WC 770-21\t07/01/2025\t07/01/2026\tE.L. EACH ACCIDENT $ 1,000,000
DESCRIPTION OF OPERATIONS / LOCATIONS / VEHICLES
Lender is additional insured. Pollution legal liability is self-insured up to $250,000.
CERTIFICATE HOLDER
Great Lakes Project Finance Bank`,
    ],
    stated: [
      ...at(
        0,
        'insurer',
        'Pelican American Casualty Company',
        'Summit Excess & Surplus Insurance Co.',
        'Trinity River Insurance Company',
      ),
      ...at(0, 'insured', 'Coyote Draw Storage, LLC'),
      ...at(0, 'policy', 'PAC-GL-0031187', 'SES88-UMB-4410', 'TRI WC 770-21'),
      ...at(0, 'effective', '07/01/2025'),
      ...at(0, 'expiration', '07/01/2026'),
      ...at(0, 'limit', '$ 2,000,000', '$ 100,000', '$ 5,000', '$ 4,000,000', '$ 10,000,000', '$ 1,000,000'),
    ],
  },
  {
    name: "a letter of a lender's insurance consultant",
    kind: 'INSURANCE',
    pages: [
      `Re: Insurance Consultant's Certificate - Cimarron Crossing Wind Holdings LLC

We have reviewed the insurance of Cimarron Crossing Wind Holdings LLC (the "Named Insured"). The following is in force as of the date hereof:

Line of cover\tInsurer\tPolicy No.\tPeriod\tLimit
Operational All Risk\tFortis Global Property Insurance SE\tFGP-OAR-26-118\t1 January 2026 to 1 January 2027\t$210,000,000
Third Party Liability\tAlbion Mutual Insurance Association\tAMI 5521/26\t1 January 2026 to 1 January 2027\t$25,000,000
Business Interruption\tFortis Global Property Insurance SE\tFGP-OAR-26-118\t1 January 2026 to 1 January 2027\t$18,500,000

Deductibles are $250,000 for turbines and $100,000 otherwise. In our opinion the loan agreement, which requires a limit of at least $150,000,000, is complied
with.`,
    ],
    stated: [
      ...at(0, 'insured', 'Cimarron Crossing Wind Holdings LLC'),
      ...at(0, 'insurer', 'Fortis Global Property Insurance SE', 'Albion Mutual Insurance Association'),
      ...at(0, 'policy', 'FGP-OAR-26-118', 'AMI 5521/26'),
      ...at(0, 'effective', '1 January 2026'),
      ...at(0, 'expiration', '1 January 2027'),
      ...at(0, 'limit', '$210,000,000', '$25,000,000', '$18,500,000'),
    ],
  },
  {
    name: 'a letter of a state about a dam',
    kind: 'DAM_INSPECTION',
    pages: [
      `DEPARTMENT OF ENVIRONMENTAL RESOURCES
Dam Safety Program

August 21, 2025

Subject: Inspection of Laurel Fork Lake Dam, DEP ID D37-042

Dear Mr. Osgood:

On July 30, 2025, staff of this office inspected Laurel Fork Lake Dam. The dam is a Category 1 (high hazard potential) structure.

During the inspection the following was noted:
• Brush and saplings are growing on the downstream slope.
• The concrete of the spillway chute is spalled at the second joint.
• The drain line under the left groin is clogged.

You are directed to do the following:
1. Remove the brush and saplings by November 30, 2025.
2. Repair the spalled concrete of the spillway chute before June 2026.
3. Clean the drain line and report its flow to this office.

The dam will be inspected again in July 2026.`,
    ],
    stated: [
      ...at(0, 'structure', 'Laurel Fork Lake Dam'),
      ...at(0, 'inspected', 'July 30, 2025'),
      ...at(0, 'hazard', 'Category 1', 'high hazard potential'),
      ...at(
        0,
        'finding',
        'Brush and saplings are growing on the downstream slope',
        'The concrete of the spillway chute is spalled at the second joint',
        'The drain line under the left groin is clogged',
      ),
      ...at(
        0,
        'recommendation',
        'Remove the brush and saplings by November 30, 2025',
        'Repair the spalled concrete of the spillway chute before June 2026',
        'Clean the drain line and report its flow to this office',
      ),
      ...at(0, 'next', 'July 2026'),
    ],
  },
  {
    name: "an engineer's annual report with a table of conditions",
    kind: 'DAM_INSPECTION',
    pages: [
      `2025 ANNUAL DAM SAFETY INSPECTION
ELK TOOTH RESERVOIR - MAIN DAM

Inspected: September 11, 2025
Inspector: R. Mbeki, P.E.
Hazard Classification: Class A (High)

Feature\tCondition\tObservation
Upstream face\tFair\tRiprap displaced over 20 feet near the right abutment
Crest\tGood\tNo settlement or cracking
Downstream face\tFair\tDamp area of 50 square feet at elevation 6,214
Spillway\tGood\tMinor spalling at the left wall
Outlet works\tSatisfactory\tValves were exercised through their full range

Recommended actions
1. Restore the displaced riprap in 2026.
2. Continue monthly readings of the piezometers.

Next annual inspection: September 2026`,
    ],
    stated: [
      ...at(0, 'structure', 'ELK TOOTH RESERVOIR', 'ELK TOOTH RESERVOIR - MAIN DAM'),
      ...at(0, 'inspected', 'September 11, 2025'),
      ...at(0, 'hazard', 'Class A (High)'),
      ...at(
        0,
        'finding',
        'Riprap displaced over 20 feet near the right abutment',
        'No settlement or cracking',
        'Damp area of 50 square feet at elevation 6,214',
        'Minor spalling at the left wall',
        'Valves were exercised through their full range',
      ),
      ...at(
        0,
        'recommendation',
        'Restore the displaced riprap in 2026',
        'Continue monthly readings of the piezometers',
      ),
      ...at(0, 'next', 'September 2026'),
    ],
  },
  {
    name: 'declarations of a property policy',
    kind: 'INSURANCE',
    pages: [
      `PROPERTY POLICY DECLARATIONS

Policy No.: ESP 4417-09
Insured: Kestrel Point Wind Farm, LLC; Kestrel Point Transmission, LLC
Insurer: Eastern Shore Property & Marine Insurance Company
Period: 12:01 a.m. October 1, 2025 to 12:01 a.m. October 1, 2026
Limit of Liability: $95,000,000 per occurrence
Sublimits:
Flood, annual aggregate\t$15,000,000
Earthquake, annual aggregate\t$20,000,000
Debris removal\t$2,500,000
Expediting expense\t$1,000,000
Deductible: $150,000, except $500,000 for flood
Annual premium: $402,118`,
    ],
    stated: [
      ...at(0, 'policy', 'ESP 4417-09'),
      ...at(0, 'insured', 'Kestrel Point Wind Farm, LLC', 'Kestrel Point Transmission, LLC'),
      ...at(0, 'insurer', 'Eastern Shore Property & Marine Insurance Company'),
      ...at(0, 'effective', 'October 1, 2025'),
      ...at(0, 'expiration', 'October 1, 2026'),
      ...at(0, 'limit', '$95,000,000', '$15,000,000', '$20,000,000', '$2,500,000', '$1,000,000'),
    ],
  },
]
