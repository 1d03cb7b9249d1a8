"""Binary STL files, for the scripts that make meshes."""
import math
import struct


def write_stl(name, header, vertices, faces):
    """Writes triangles (three numbers of vertices each, counter-clockwise from outside). header: at most 80 bytes."""
    with open(name, "wb") as file:
        file.write(header.ljust(80) + struct.pack("<I", len(faces)))
        for face in faces:
            a, b, c = (vertices[i] for i in face)
            u, v = [q - p for p, q in zip(a, b)], [q - p for p, q in zip(a, c)]
            normal = (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
            length = math.sqrt(sum(n * n for n in normal))
            file.write(struct.pack("<12fH", *(n / length for n in normal), *a, *b, *c, 0))
