// Plays a job with the client that oapi-codegen makes. See ../play-clients.ts.
package main

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"os"
	"time"

	"github.com/google/uuid"
	openapi_types "github.com/oapi-codegen/runtime/types"
	"play/api"
)

const amount = 3_000_000_000

var file = []byte("a kitchen")

// made returns the result of a call, and panics if the call failed.
func made[T any](result *T, body []byte, err error) T {
	if err != nil {
		panic(err)
	}
	if result == nil {
		panic(string(body))
	}
	return *result
}

func main() {
	ctx := context.Background()
	withKey := func(_ context.Context, request *http.Request) error {
		request.Header.Set("x-api-key", os.Getenv("API_KEY"))
		return nil
	}
	client, err := api.NewClientWithResponses(os.Getenv("API_URL"), api.WithRequestEditorFn(withKey))
	if err != nil {
		panic(err)
	}

	email := openapi_types.Email(uuid.NewString() + "@example.com")
	created, err := client.CreateCustomerWithResponse(ctx, nil, api.CreateCustomerBody{Name: "Ann", Email: email})
	customer := made(created.JSON201, created.Body, err)
	when := time.Date(2030, 5, 1, 9, 30, 0, 0, time.UTC)
	var first openapi_types.UUID
	for range 3 {
		response, err := client.CreateProjectWithResponse(ctx, nil,
			api.CreateProjectBody{ScheduledTime: when, CustomerId: &customer.Id})
		first = made(response.JSON201, response.Body, err).Id
	}

	listed := 0
	limit := api.Limit(2)
	params := &api.ListProjectsParams{CustomerId: &customer.Id, Limit: &limit}
	for {
		response, err := client.ListProjectsWithResponse(ctx, params)
		page := made(response.JSON200, response.Body, err)
		listed += len(page.Data)
		if page.NextCursor == nil {
			break
		}
		params.Cursor = page.NextCursor
	}
	if listed != 3 {
		panic(fmt.Sprint("listed ", listed))
	}

	move, err := client.ChangeProjectStatusWithResponse(ctx, first, nil,
		api.ChangeProjectStatusBody{Status: api.ProjectStatusBOOKED})
	if moved := made(move.JSON200, move.Body, err); moved.Status != api.ProjectStatusBOOKED {
		panic(moved.Status)
	}

	presign, err := client.PresignUploadWithResponse(ctx, nil, api.PresignUploadBody{
		ProjectId: first, Filename: "kitchen.jpg", ContentType: "image/jpeg", MediaType: api.PHOTO})
	presigned := made(presign.JSON201, presign.Body, err)
	put, _ := http.NewRequest(http.MethodPut, presigned.UploadUrl, bytes.NewReader(file))
	put.Header.Set("content-type", "image/jpeg")
	if stored, err := http.DefaultClient.Do(put); err != nil || stored.StatusCode != 200 {
		panic(fmt.Sprint(stored, err))
	}
	confirm, err := client.ConfirmUploadWithResponse(ctx, nil, api.ConfirmUploadBody{ProjectId: first,
		Filename: "kitchen.jpg", Size: int64(len(file)), Type: api.PHOTO, Key: &presigned.Key})
	if media := made(confirm.JSON201, confirm.Body, err); media.Size != int64(len(file)) {
		panic(media.Size)
	}

	lines := []api.NewLineItem{{Description: "Photos", Quantity: 1, UnitAmount: amount}}
	draft, err := client.CreateInvoiceWithResponse(ctx, nil,
		api.CreateInvoiceBody{CustomerId: customer.Id, Currency: "IDR", LineItems: lines})
	invoice := made(draft.JSON201, draft.Body, err)
	response, err := client.GetInvoiceWithResponse(ctx, invoice.Id, nil)
	total := made(response.JSON200, response.Body, err).TotalAmount
	if total != amount {
		panic(total)
	}
	fmt.Println("created 3, listed", listed, ", moved, uploaded, read", total)
}
