"""Plays a job with the client that openapi-python-client makes. See ../play-clients.ts."""

import datetime
import os
import uuid

import httpx
from media_production_job_service_client import AuthenticatedClient
from media_production_job_service_client.api.customers import create_customer
from media_production_job_service_client.api.invoices import create_invoice, get_invoice
from media_production_job_service_client.api.media import confirm_upload, presign_upload
from media_production_job_service_client.api.projects import (
    change_project_status,
    create_project,
    list_projects,
)
from media_production_job_service_client.models import (
    ChangeProjectStatusBody,
    ConfirmUploadBody,
    CreateCustomerBody,
    CreateInvoiceBody,
    CreateProjectBody,
    MediaType,
    NewLineItem,
    PresignUploadBody,
    ProjectStatus,
)
from media_production_job_service_client.types import UNSET

AMOUNT = 3_000_000_000
FILE = b"a kitchen"
WHEN = datetime.datetime(2030, 5, 1, 9, 30, tzinfo=datetime.timezone.utc)

api = AuthenticatedClient(
    base_url=os.environ["API_URL"],
    token=os.environ["API_KEY"],
    auth_header_name="x-api-key",
    prefix="",
    raise_on_unexpected_status=True,
)


def made(parsed):
    """The result of a call. A problem is parsed too, and has a code."""
    assert parsed is not None and not hasattr(parsed, "code"), parsed
    return parsed


email = f"{uuid.uuid4()}@example.com"
customer = made(create_customer.sync(client=api, body=CreateCustomerBody(name="Ann", email=email)))
projects = [
    made(
        create_project.sync(
            client=api, body=CreateProjectBody(scheduled_time=WHEN, customer_id=customer.id)
        )
    )
    for _ in range(3)
]

listed, cursor = [], UNSET
while cursor is not None:
    page = made(list_projects.sync(client=api, customer_id=customer.id, limit=2, cursor=cursor))
    listed += [project.id for project in page.data]
    cursor = page.next_cursor
assert sorted(listed) == sorted(project.id for project in projects), listed

first = projects[0].id
body = ChangeProjectStatusBody(status=ProjectStatus.BOOKED)
moved = made(change_project_status.sync(first, client=api, body=body))
assert moved.status == ProjectStatus.BOOKED

to_upload = PresignUploadBody(
    project_id=first,
    filename="kitchen.jpg",
    content_type="image/jpeg",
    media_type=MediaType.PHOTO,
)
presigned = made(presign_upload.sync(client=api, body=to_upload))
headers = {"content-type": "image/jpeg"}
httpx.put(presigned.upload_url, content=FILE, headers=headers).raise_for_status()
uploaded = ConfirmUploadBody(
    project_id=first,
    filename="kitchen.jpg",
    size=len(FILE),
    type_=MediaType.PHOTO,
    key=presigned.key,
)
media = made(confirm_upload.sync(client=api, body=uploaded))
assert media.size == len(FILE)

lines = [NewLineItem(description="Photos", quantity=1, unit_amount=AMOUNT)]
draft = CreateInvoiceBody(customer_id=customer.id, currency="IDR", line_items=lines)
invoice = made(create_invoice.sync(client=api, body=draft))
read = made(get_invoice.sync(invoice.id, client=api))
assert read.total_amount == AMOUNT, read.total_amount
print(f"created 3, listed {len(listed)}, moved, uploaded, read {read.total_amount}")
