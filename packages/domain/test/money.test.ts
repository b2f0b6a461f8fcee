import t from 'tap'
import { discountOn, invoiceNumber, MAX_TOTAL_AMOUNT, totalsOf } from '../src/index.ts'

const line = (quantity: number, unitAmount: number, taxBasisPoints: number | null = null) => ({
  quantity,
  unitAmount,
  taxBasisPoints,
})
const share = (percentBasisPoints: number) => ({ percentBasisPoints, discountAmount: null })
const off = (discountAmount: number) => ({ percentBasisPoints: null, discountAmount })

t.test('a line is quantity times amount, with tax rounded half up [c5-invoices-tax]', async (t) => {
  t.strictSame(totalsOf([line(2, 12_500, 810), line(1, 999)], 0), {
    subtotalAmount: 25_999,
    discountAmount: 0,
    taxAmount: 2_025,
    totalAmount: 28_024,
  })
  // 5 % of 10 is half a cent, which is rounded up to 1. 5 % of 9 is less than half: down to 0.
  t.equal(totalsOf([line(1, 10, 500)], 0)?.taxAmount, 1)
  t.equal(totalsOf([line(1, 9, 500)], 0)?.taxAmount, 0)
  t.equal(totalsOf([line(1, 10, 500), line(1, 10, 500)], 0)?.taxAmount, 2, 'line by line')
  t.equal(totalsOf([line(2, 10, 500)], 0)?.taxAmount, 1)
  t.equal(totalsOf([line(1, 5, 0)], 0)?.taxAmount, 0)
})

t.test('a discount lowers the taxed amount of each line in proportion', async (t) => {
  t.strictSame(totalsOf([line(1, 10_000, 1_000), line(1, 30_000)], 4_000), {
    subtotalAmount: 40_000,
    discountAmount: 4_000,
    taxAmount: 900,
    totalAmount: 36_900,
  })
  const thirds = [line(1, 100, 10_000), line(1, 100, 10_000), line(1, 100, 10_000)]
  t.equal(totalsOf(thirds, 100)?.taxAmount, 200, 'the parts add up to the discount')
  const uneven = [line(1, 1), line(1, 2, 10_000), line(1, 0, 10_000)]
  // The first line's share of 1 is a third, the second's two thirds. The larger remainder gets it.
  t.equal(totalsOf(uneven, 1)?.taxAmount, 1)
})

t.test('a discount is never more than the subtotal', async (t) => {
  t.strictSame(totalsOf([line(1, 500, 1_000)], 900), {
    subtotalAmount: 500,
    discountAmount: 500,
    taxAmount: 0,
    totalAmount: 0,
  })
  t.strictSame(totalsOf([line(3, 0, 1_000)], 900), {
    subtotalAmount: 0,
    discountAmount: 0,
    taxAmount: 0,
    totalAmount: 0,
  })
  t.equal(discountOn(off(900), 500), 500)
  t.equal(discountOn(off(900), 1_000), 900)
})

t.test('a percentage discount is rounded half up', async (t) => {
  t.equal(discountOn(share(1_500), 10_001), 1_500)
  t.equal(discountOn(share(5_000), 1), 1)
  t.equal(discountOn(share(4_999), 1), 0)
  t.equal(discountOn(share(10_000), 777), 777)
})

t.test('totals are exact up to 2^53 − 1, and larger ones are refused', async (t) => {
  t.equal(totalsOf([line(1, MAX_TOTAL_AMOUNT)], 0)?.totalAmount, MAX_TOTAL_AMOUNT)
  t.equal(totalsOf([line(1, MAX_TOTAL_AMOUNT), line(1, 1)], 0), null)
  t.equal(totalsOf([line(1, MAX_TOTAL_AMOUNT, 1)], 0), null, 'tax counts too')
  t.equal(totalsOf([line(1_000_000, 999_999_999_999)], 0), null)
  // With floating-point numbers the result would be one more.
  t.equal(totalsOf([line(901, 9_007_199_254_740, 777)], 0)?.taxAmount, 630_573_303_266_061)
  t.equal(discountOn(share(9_999), MAX_TOTAL_AMOUNT), 9_006_298_534_815_517)
})

t.test(
  'invoice numbers have six digits, and more after 999,999 [c5-invoices-numbers]',
  async (t) => {
    t.equal(invoiceNumber(1), 'INV-000001')
    t.equal(invoiceNumber(999_999), 'INV-999999')
    t.equal(invoiceNumber(1_000_000), 'INV-1000000')
  },
)
