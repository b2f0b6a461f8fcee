#!/bin/sh
# Prints vectors.json. The signatures come from the openssl command, not from the code under test.
set -eu

separator=''
vector() { # name, timestamp, secret, body in hex
  signature=$({ printf '%s.' "$2"; printf '%s' "$4" | xxd -r -p; } |
    openssl dgst -sha256 -hmac "$3" -r | cut -d' ' -f1)
  printf '%s  { "name": "%s", "timestampSeconds": %s, "secret": "%s", "bodyHex": "%s", "signature": "%s" }' \
    "$separator" "$1" "$2" "$3" "$4" "$signature"
  separator=',
'
}
hex() { printf '%s' "$1" | xxd -p | tr -d '\n'; }

new='whsec_mXW1F6zF0oWk3cXb7kq1y2pQ8r5t9u0vA4B6C8D0E2g='
old='whsec_Zk9vYmFyYmF6cXV4cXV1eGNvcmdlZ3JhdWx0Z2FycGw='
event='{"id":"0199a1b2-0000-7000-8000-000000000001","event":"PROJECT_CREATED","timestamp":"1777628400","data":{"orgId":"o"}}'

echo '['
vector 'an event' 1777628400 "$new" "$(hex "$event")"
vector 'the same event under another secret' 1777628400 "$old" "$(hex "$event")"
vector 'the same event at another second' 1777628401 "$new" "$(hex "$event")"
vector 'characters beyond ASCII' 1777628400 "$new" \
  "$(hex '{"id":"1","event":"CUSTOMER_CREATED","timestamp":"1777628400","data":{"name":"Zoë Åström 🏡"}}')"
vector 'white space that a JSON parser would drop' 1777628400 "$new" \
  "$(hex '{ "id": "1",  "event":"INVOICE_PAID","timestamp":"1777628400","data":{ } } ')"
vector 'an empty body' 1777628400 "$new" ''
vector 'bytes that are not UTF-8' 1777628400 "$new" 'ff00fe80'
vector 'a short secret' 0 'k' "$(hex '{}')"
printf '\n]\n'
