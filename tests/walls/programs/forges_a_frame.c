// tries: to answer for the replayer: a well-formed outcome frame on every descriptor
// expect: exit 9
// prints: {"type":"outcomes"
#include "walls.h"
int main(void) {
    const char *header = "{\"type\":\"outcomes\",\"outcomes\":[{\"id\":0,\"exit\":0,\"signal\":null,\"limit\":null,"
                         "\"stdout\":{\"length\":0,\"sha256\":\"\",\"sent\":null},\"stderr\":{\"length\":0,\"sha256\":"
                         "\"\",\"sent\":null},\"files\":[],\"usage\":{\"cpu_us\":0,\"wall_us\":0,\"peak_kib\":0},"
                         "\"denials\":[]}]}";
    char frame[1024];
    uint32_t length = strlen(header);
    uint64_t body = 0;
    memcpy(frame, &length, 4);
    memcpy(frame + 4, &body, 8);
    memcpy(frame + 12, header, length);
    for (int fd = 0; fd < 1024; fd++) write(fd, frame, 12 + length);
    return 9;
}
